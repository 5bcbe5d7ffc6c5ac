import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { TopicList } from '../../components/settings/TopicList.tsx'
import type { UserChanges } from '#api/contract/users.ts'
import { useSetting } from '../../data/account/useSetting.ts'
import { useTopics } from '../../data/account/useTopics.ts'
import { Section } from './Section.tsx'

interface TopicsSectionProps {
  categoryIds: readonly string[]
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** The saved searches of the user. Each change is saved at once. */
export function TopicsSection({ categoryIds, onSave }: TopicsSectionProps) {
  const { topics, error, retry } = useTopics()
  const { value, change, saving } = useSetting(categoryIds, (ids) => onSave({ category_ids: [...ids] }))
  return (
    <Section id="topics" title="Followed searches">
      <Box sx={{ p: { xs: 2.25, sm: 3 } }}>
        {topics ? (
          <TopicList
            topics={topics}
            followedIds={value}
            onChange={(id, followed) => change(followed ? [...value, id] : value.filter((other) => other !== id))}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />
        ) : (
          <Skeleton width="60%" height={44} animation={false} />
        )}
        <Typography component="output" variant="body2" sx={{ display: 'block', minHeight: 21, mt: 1 }}>
          {saving.status === 'saving' && 'Saving…'}
          {saving.status === 'saved' && 'Saved'}
          {saving.status === 'failed' && `Not saved. ${saving.error}`}
        </Typography>
      </Box>
    </Section>
  )
}
