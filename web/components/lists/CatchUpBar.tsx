import type { Dashboard } from '#api/contract/dashboard.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

export interface CatchUpBarProps {
  offer: NonNullable<Dashboard['catch_up']>
  onCatchUp: () => void
  onDayByDay: () => void
}

/** Offers one list of the best papers of the missed days, or the days themselves. */
export function CatchUpBar({ offer, onCatchUp, onDayByDay }: CatchUpBarProps) {
  const { days, listed_days: listed, papers, best, minutes } = offer
  const count = formatPlural(papers, 'paper')
  return (
    <section className="catch-up-bar" aria-label="Catch up">
      <p>
        You were away for {formatPlural(days, 'day')}
        {listed === undefined ? `: ${count}` : `. The last ${formatCount(listed)}: ${count}`}. The best{' '}
        {formatCount(best)} of them, about {formatPlural(minutes, 'minute')}.
      </p>
      <div>
        <button className="button contained" type="button" onClick={onCatchUp}>
          Catch up
        </button>
        <button className="button" type="button" onClick={onDayByDay}>
          Day by day
        </button>
      </div>
    </section>
  )
}
