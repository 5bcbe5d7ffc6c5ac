import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { CategoryPicker } from '../../components/settings/CategoryPicker.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import type { UserChanges } from '#api/contract/users.ts'
import { useCategories } from '../../data/account/useCategories.ts'
import { useSetting } from '../../data/account/useSetting.ts'
import { Section } from './Section.tsx'

interface CategoriesSectionProps {
  categoryIds: readonly string[]
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** The categories that the user follows. Each change is saved at once. */
export function CategoriesSection({ categoryIds, onSave }: CategoriesSectionProps) {
  const { categories, error, retry } = useCategories()
  const { value, change, saving } = useSetting(categoryIds, (ids) => onSave({ category_ids: [...ids] }))
  return (
    <Section id="categories" title="Categories">
      <Box sx={{ p: { xs: 2.25, sm: 3 } }}>
        {error && !categories ? (
          <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />
        ) : (
          <CategoryPicker categories={categories} value={value} onChange={change} />
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
