import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { formatDay, formatPlural, formatWeekday } from '../../shared/format.ts'

interface SinceLastVisitProps {
  dashboard: Dashboard
  onDay: (day: string) => void
}

/** Number of papers since the last visit, with links to the missed days. */
export function SinceLastVisit({ dashboard, onDay }: SinceLastVisitProps) {
  const { since_last_visit: since, outline, day, papers_by_day } = dashboard
  const { from } = since
  if (from === null || since.count <= outline.length) return null
  const visitDay = from.slice(0, 10)
  const missed = papers_by_day.filter(({ on, delivered }) => on > visitDay && on < day && delivered > 0)
  return (
    <Typography variant="meta" component="p">
      Since your last visit ({formatWeekday(visitDay)}): {formatPlural(since.count, 'paper')}.{' '}
      {missed.map(({ on, delivered }) => (
        <Fragment key={on}>
          <Link component="button" onClick={() => onDay(on)}>
            {formatDay(on)}: {delivered}
          </Link>{' '}
        </Fragment>
      ))}
    </Typography>
  )
}
