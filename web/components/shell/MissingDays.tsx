import { Link } from 'react-router-dom'
import { formatDay, formatDayInText, formatDayRange } from '../../shared/format.ts'

export interface MissingDaysProps {
  /** YYYY-MM-DD, oldest first. */
  days: readonly string[]
  isAdmin: boolean
  onDay: (day: string) => void
}

/** One line about the days that were not read, which lists them on request. Renders nothing if there are none. */
export function MissingDays({ days, isAdmin, onDay }: MissingDaysProps) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const fetchLink = isAdmin && (
    <Link className="fetch-link" to="/admin?tab=ingestion">
      {days.length === 1 ? 'Fetch it' : 'Fetch them'}
    </Link>
  )
  if (days.length === 1) {
    return (
      <p className="meta missing-days">
        We were away:{' '}
        <button className="link-button" type="button" onClick={() => onDay(first)}>
          {formatDayInText(first)}
        </button>{' '}
        is missing. {fetchLink}
      </p>
    )
  }
  return (
    <div className="meta missing-days">
      <details>
        <summary>
          We were away: {days.length} days are missing, {formatDayRange(first, last)}
        </summary>
        <ul>
          {days.map((day) => (
            <li key={day}>
              <button className="link-button" type="button" onClick={() => onDay(day)}>
                {formatDay(day)}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {fetchLink}
    </div>
  )
}
