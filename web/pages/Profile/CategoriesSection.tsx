import Box from '@mui/material/Box'
import { useFollowables } from '../../data/account/useFollowables.ts'
import { CategoryPicker } from '../../components/settings/CategoryPicker.tsx'
import { SaveResult } from '../../components/settings/SaveResult.tsx'
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
  const followables = useFollowables()
  const { value, change, saving } = useSetting('categories', categoryIds, (ids) => onSave({ category_ids: [...ids] }))
  return (
    <Section id="categories" title="Categories">
      <Box sx={{ px: { xs: 2, sm: 3 }, pt: { xs: 2, sm: 3 }, pb: 0.5 }}>
        {error && !categories ? (
          <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />
        ) : (
          <CategoryPicker followables={followables} categories={categories} value={value} onChange={change} />
        )}
        <Box sx={{ mt: 0.5 }}>
          <SaveResult {...saving} />
        </Box>
      </Box>
    </Section>
  )
}
