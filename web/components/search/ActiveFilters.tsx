import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { styled } from '@mui/material/styles'
import { focusHeading } from '../../shared/focusHeading.ts'

export interface ActiveFiltersProps {
  filters: readonly { id: string; label: string }[]
  onRemove: (id: string) => void
  onClear: () => void
}

const List = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

/** Chips of the active filters; each can be removed. Renders nothing without filters. */
export function ActiveFilters({ filters, onRemove, onClear }: ActiveFiltersProps) {
  if (filters.length === 0) return null
  /** The chip is removed: the next one gets the focus, or the one before it. */
  const remove = (id: string, part: HTMLElement) => {
    const row = part.closest('li')
    const other = row?.nextElementSibling ?? row?.previousElementSibling
    const button = other?.querySelector<HTMLElement>('button')
    if (button) button.focus()
    else focusHeading()
    onRemove(id)
  }
  return (
    <List aria-label="Active filters">
      {filters.map(({ id, label }) => (
        <li key={id}>
          {/* The whole chip is one button: with Enter, a click, Delete or Backspace it removes the filter. */}
          <Chip
            component="button"
            variant="outlined"
            aria-label={`Remove the filter ${label}`}
            label={label}
            onClick={(event) => remove(id, event.currentTarget)}
            onDelete={(event: { currentTarget: HTMLElement }) => remove(id, event.currentTarget)}
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
    </List>
  )
}
