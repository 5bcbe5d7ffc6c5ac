import { Icon } from '../atoms/Icon.tsx'
import { formatDay, formatShortDay } from '../../shared/format.ts'

export interface DayBarProps {
  /** YYYY-MM-DD, like the other days. */
  day: string
  previousDay?: string
  nextDay?: string
  onChange: (day: string) => void
}

/** The next weekday after this day, both YYYY-MM-DD: nothing is announced at weekends. */
function weekdayAfter(day: string): string {
  const next = new Date(Date.parse(day))
  do next.setUTCDate(next.getUTCDate() + 1)
  while (next.getUTCDay() % 6 === 0)
  return next.toISOString().slice(0, 10)
}

/** Navigation between announcement days: the current, the previous and the next day, or the one that is to come. */
export function DayBar({ day, previousDay, nextDay, onChange }: DayBarProps) {
  return (
    <nav className="day-bar" aria-label="Days">
      <button
        className="button"
        type="button"
        disabled={previousDay === undefined}
        onClick={() => previousDay !== undefined && onChange(previousDay)}
        aria-label={previousDay === undefined ? 'No earlier day' : `Earlier: ${formatDay(previousDay)}`}
      >
        <Icon name="earlier" />
        {previousDay !== undefined && formatShortDay(previousDay)}
      </button>
      <span className="day-bar-day" aria-current="date">
        {formatDay(day)}
      </span>
      <button
        className="button"
        type="button"
        disabled={nextDay === undefined}
        onClick={() => nextDay !== undefined && onChange(nextDay)}
        aria-label={
          nextDay === undefined ? `No later day yet: ${formatDay(weekdayAfter(day))}` : `Later: ${formatDay(nextDay)}`
        }
      >
        {/* On phones the day to come leaves room for the filter beside it. */}
        <span className={nextDay === undefined ? 'from-sm' : undefined}>
          {formatShortDay(nextDay ?? weekdayAfter(day))}
        </span>
        <Icon name="later" className="end" />
      </button>
    </nav>
  )
}
