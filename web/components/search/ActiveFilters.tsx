import { focusHeading } from '../../shared/focusHeading.ts'
import { Icon } from '../atoms/Icon.tsx'

const REMOVE = {
  path: 'M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2zm5 13.59L15.59 17 12 13.41 8.41 17 7 15.59 10.59 12 7 8.41 8.41 7 12 10.59 15.59 7 17 8.41 13.41 12 17 15.59z',
}

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
    const button = other?.querySelector<HTMLElement>('button')
    if (button) button.focus()
    else focusHeading()
    onRemove(id)
  }
  return (
    <ul className="active-filters" aria-label="Active filters">
      {filters.map(({ id, label }) => (
        <li key={id}>
          <button
            className="chip filter-chip"
            type="button"
            aria-label={`Remove the filter ${label}`}
            onClick={(event) => remove(id, event.currentTarget)}
            onKeyUp={({ key, currentTarget }) => {
              if (key === 'Delete' || key === 'Backspace') remove(id, currentTarget)
            }}
          >
            {label}
            <Icon name={REMOVE} />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <button
            className="button small"
            type="button"
            onClick={() => {
              focusHeading()
              onClear()
            }}
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
