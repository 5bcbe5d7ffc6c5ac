import type { Dashboard } from '#api/contract/dashboard.ts'
import { formatPlural, formatWeekday } from '../../shared/format.ts'

interface DayEndProps {
  dashboard: Dashboard
  /** Number of cards that pass the filter. */
  shown: number
  onDay: (day: string) => void
}

/** Message after the last paper of a day, with a link to the previous day. */
export function DayEnd({ dashboard, shown, onDay }: DayEndProps) {
  const { day, previous_day: before, papers_by_day, outline } = dashboard
  const earlier = papers_by_day.find(({ on }) => on === before)
  return (
    <div className="day-end">
      <p>
        {shown < outline.length
          ? `That is all under this filter: ${formatPlural(shown, 'paper')}.`
          : `You are through ${formatWeekday(day)}’s ${formatPlural(outline.length, 'paper')}.`}
      </p>
      {before !== undefined && (
        <p className="meta">
          <button className="link-button" type="button" onClick={() => onDay(before)}>
            {formatWeekday(before)}
            {earlier ? ` has ${earlier.delivered}` : ''}
          </button>
        </p>
      )}
    </div>
  )
}
