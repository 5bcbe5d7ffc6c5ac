import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { SaveResult } from '../../components/settings/SaveResult.tsx'
import { TopicList, type ListedTopic } from '../../components/settings/TopicList.tsx'
import type { UserChanges } from '#api/contract/users.ts'
import { useSetting } from '../../data/account/useSetting.ts'
import { useTopics, type Topic } from '../../data/account/useTopics.ts'
import { useAction } from '../../data/useAction.ts'
import { Section } from './Section.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

interface TopicsSectionProps {
  categoryIds: readonly string[]
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** The saved searches of the user. Each change is saved at once. A deleted one can be restored while the page is open. */
export function TopicsSection({ categoryIds, onSave }: TopicsSectionProps) {
  const { topics, error, retry, follow, remove } = useTopics()
  const [changed, setChanged] = useKeptInput<readonly ListedTopic[]>('deleted searches', [])
  const deletion = useAction(async (topic: ListedTopic, change: 'deleted' | 'restored') => {
    await (change === 'deleted' ? remove(topic.id) : follow(topic.query))
    setChanged((others) => [...others.filter(({ query }) => query !== topic.query), { ...topic, change }])
  })
  const { value, change, saving } = useSetting('followed searches', categoryIds, (ids) =>
    onSave({ category_ids: [...ids] }),
  )
  return (
    <Section id="topics" title="Followed searches">
      <Box sx={{ px: { xs: 2, sm: 3 }, pt: { xs: 1, sm: 1.5 }, pb: 0.5 }}>
        {topics ? (
          <TopicList
            topics={listTopics(topics, changed)}
            followedIds={value}
            onChange={(id, followed) => change(followed ? [...value, id] : value.filter((other) => other !== id))}
            onDelete={(topic) => void deletion.run(topic, 'deleted')}
            onRestore={(topic) => void deletion.run(topic, 'restored')}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />
        ) : (
          <Skeleton width="60%" height={44} animation={false} />
        )}
        <Box>
          <SaveResult {...saving} />
          {deletion.error && (
            <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
              Not saved. {deletion.error.message}
            </Typography>
          )}
        </Box>
      </Box>
    </Section>
  )
}

/** The topics and, between them, the rows of those that were deleted here. */
function listTopics(topics: readonly Topic[], changed: readonly ListedTopic[]): ListedTopic[] {
  const changeOf = new Map(changed.map(({ query, change }) => [query, change]))
  const isStored = (query: string) => topics.some((topic) => topic.query === query)
  return [
    ...topics.map(({ id, query, daily_volume }) => {
      const change = changeOf.get(query)
      return { id, query, daily_volume, ...(change === 'restored' && { change }) }
    }),
    ...changed.filter(({ query, change }) => change === 'deleted' && !isStored(query)),
  ].toSorted((one, other) => one.query.localeCompare(other.query))
}
