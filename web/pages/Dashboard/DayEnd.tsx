import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
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
    <Box sx={{ py: 4, textAlign: 'center' }}>
      <Typography sx={{ fontFamily: 'var(--font-serif)', fontSize: '1.0625rem' }}>
        {shown < outline.length
          ? `That is all under this filter: ${formatPlural(shown, 'paper')}.`
          : `You are through ${formatWeekday(day)}’s ${formatPlural(outline.length, 'paper')}.`}
      </Typography>
      {before !== undefined && (
        <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
          <Link component="button" type="button" onClick={() => onDay(before)} sx={{ fontSize: 'inherit' }}>
            {formatWeekday(before)}
            {earlier ? ` has ${earlier.delivered}` : ''}
          </Link>
        </Typography>
      )}
    </Box>
  )
}
