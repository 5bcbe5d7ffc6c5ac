import Link from '@mui/material/Link'
import type { Dashboard } from '#api/contract/dashboard.ts'
import Typography from '@mui/material/Typography'
import { ListEnd } from '../../components/lists/ListEnd.tsx'
import { formatPlural, formatWeekday } from '../../shared/format.ts'

interface DayEndProps {
  dashboard: Dashboard
  /** Number of cards that pass the filter. */
  shown: number
  onDay: (day: string) => void
}

/** Message after the last paper of a day, with a link to the previous day. */
export function DayEnd({ dashboard, shown, onDay }: DayEndProps) {
  const { day, previous_day: before, papers_by_day, outline, mixed } = dashboard
  const earlier = papers_by_day.find(({ on }) => on === before)
  return (
    <ListEnd
      text={
        shown < outline.length
          ? `That is all under this filter: ${formatPlural(shown, 'paper')}.`
          : `You are through ${formatWeekday(day)}’s ${formatPlural(outline.length, 'paper')}.`
      }
    >
      {mixed && (
        <Typography variant="meta" component="p">
          {formatWeekday(day)}’s list mixes two orders to compare them.
        </Typography>
      )}
      {before !== undefined && (
        <Link component="button" variant="body2" onClick={() => onDay(before)}>
          {formatWeekday(before)}
          {earlier ? ` has ${earlier.delivered}` : ''}
        </Link>
      )}
    </ListEnd>
  )
}
