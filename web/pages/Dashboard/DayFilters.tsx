import type { Dashboard } from '#api/contract/dashboard.ts'
import { Icon } from '../../components/atoms/Icon.tsx'
import { CategoryChip } from '../../components/settings/CategoryChip.tsx'
import { DayBar } from '../../components/lists/DayBar.tsx'
import { entriesIn } from './entriesIn.ts'

interface DayFiltersProps {
  dashboard: Dashboard
  /** The reader's categories and followed searches, in their order. */
  categoryIds: readonly string[]
  category: string | null
  unseenOnly: boolean
  onDay: (day: string) => void
  onFilter: (changes: { category?: string | null; unseenOnly?: boolean }) => void
}

/** Filters of the dashboard: day, category or followed search, and unseen papers only. */
export function DayFilters({ dashboard, categoryIds, category, unseenOnly, onDay, onFilter }: DayFiltersProps) {
  const { outline, topics } = dashboard
  const counted = categoryIds
    .map((id) => ({
      id,
      search: topics?.find((topic) => topic.id === id)?.name,
      count: entriesIn(dashboard, id).length,
    }))
    .filter(({ id, count }) => count > 0 || id === category)
  return (
    <>
      <div className="day-filters">
        <DayBar
          day={dashboard.day}
          previousDay={dashboard.previous_day}
          nextDay={dashboard.next_day}
          onChange={onDay}
        />
        {outline.length > 0 && (
          <label className="check-label">
            <span className="check">
              <input
                type="checkbox"
                checked={unseenOnly}
                onChange={(event) => onFilter({ unseenOnly: event.target.checked })}
              />
              <Icon name={unseenOnly ? 'checked' : 'unchecked'} />
            </span>
            Unseen only
          </label>
        )}
      </div>
      {outline.length > 0 && (
        <section className="category-filters" aria-label="Category">
          <CategoryChip
            label="All"
            count={outline.length}
            selected={category === null}
            onClick={() => onFilter({ category: null })}
          />
          {counted.map(({ id, search, count }) => (
            <CategoryChip
              key={id}
              label={search ?? id}
              isSearch={search !== undefined}
              count={count}
              selected={category === id}
              onClick={() => onFilter({ category: category === id ? null : id })}
            />
          ))}
        </section>
      )}
    </>
  )
}
