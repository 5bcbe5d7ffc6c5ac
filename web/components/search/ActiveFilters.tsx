import type { SyntheticEvent } from 'react'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { focusHeading } from '../../shared/focusHeading.ts'

export interface ActiveFiltersProps {
  filters: readonly { id: string; label: string }[]
  onRemove: (id: string) => void
  onClear: () => void
}

/** Chips of the active filters; each can be removed. Renders nothing without filters. */
export function ActiveFilters({ filters, onRemove, onClear }: ActiveFiltersProps) {
  if (filters.length === 0) return null
  /** The chip is removed: the next one gets the focus, or the one before it. */
  const remove = (id: string, part: HTMLElement) => {
    const row = part.closest('li')
    const other = row?.nextElementSibling ?? row?.previousElementSibling
    const button = other?.querySelector<HTMLElement>('[role=button], button')
    if (button) button.focus()
    else focusHeading()
    onRemove(id)
  }
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
            onClick={(event) => remove(id, event.currentTarget)}
            onDelete={(event: SyntheticEvent<HTMLElement>) => remove(id, event.currentTarget)}
            aria-label={`Remove the filter ${label}`}
            sx={{ bgcolor: 'accentSoft' }}
          />
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Button
            size="small"
            onClick={() => {
              focusHeading()
              onClear()
            }}
          >
            Clear all
          </Button>
        </li>
      )}
    </Stack>
  )
}
