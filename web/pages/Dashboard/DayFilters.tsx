import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { CategoryChip } from '../../components/settings/CategoryChip.tsx'
import { DayBar } from '../../components/lists/DayBar.tsx'

interface DayFiltersProps {
  dashboard: Dashboard
  /** The reader's categories, in their order. */
  categoryIds: readonly string[]
  category: string | null
  unseenOnly: boolean
  onDay: (day: string) => void
  onFilter: (changes: { category?: string | null; unseenOnly?: boolean }) => void
}

/** Filters of the dashboard: day, category and unseen papers only. */
export function DayFilters({ dashboard, categoryIds, category, unseenOnly, onDay, onFilter }: DayFiltersProps) {
  const { outline } = dashboard
  const counted = categoryIds
    .map((id) => ({ id, count: outline.filter(({ categories }) => categories.includes(id)).length }))
    .filter(({ id, count }) => count > 0 || id === category)
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <DayBar
          day={dashboard.day}
          previousDay={dashboard.previous_day}
          nextDay={dashboard.next_day}
          onChange={onDay}
        />
        {outline.length > 0 && (
          <FormControlLabel
            control={
              <Checkbox size="small" checked={unseenOnly} onChange={(_event, only) => onFilter({ unseenOnly: only })} />
            }
            label="Unseen only"
            sx={{ mr: 0, color: 'text.secondary' }}
          />
        )}
      </Box>
      {outline.length > 0 && (
        <Box
          component="section"
          aria-label="Category"
          sx={{
            display: 'flex',
            gap: 1,
            mt: { xs: 0.5, sm: 1 },
            mx: { xs: -2, sm: 0 },
            px: { xs: 2, sm: 0 },
            py: 0.5,
            flexWrap: { sm: 'wrap' },
            overflowX: { xs: 'auto', sm: 'visible' },
          }}
        >
          <CategoryChip
            label="All"
            count={outline.length}
            selected={category === null}
            onClick={() => onFilter({ category: null })}
          />
          {counted.map(({ id, count }) => (
            <CategoryChip
              key={id}
              label={id}
              count={count}
              selected={category === id}
              onClick={() => onFilter({ category: category === id ? null : id })}
            />
          ))}
        </Box>
      )}
    </>
  )
}
