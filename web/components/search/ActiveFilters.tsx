import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'

export interface ActiveFiltersProps {
  filters: readonly { id: string; label: string }[]
  onRemove: (id: string) => void
  onClear: () => void
}

/** Chips of the active filters; each can be removed. Renders nothing without filters. */
export function ActiveFilters({ filters, onRemove, onClear }: ActiveFiltersProps) {
  if (filters.length === 0) return null
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label="Active filters"
      sx={{ flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {filters.map(({ id, label }) => (
        <li key={id}>
          <Chip
            label={label}
            onClick={() => onRemove(id)}
            onDelete={() => onRemove(id)}
            aria-label={`Remove the filter ${label}`}
            sx={{ bgcolor: 'accentSoft' }}
          />
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Button size="small" onClick={onClear}>
            Clear all
          </Button>
        </li>
      )}
    </Stack>
  )
}
