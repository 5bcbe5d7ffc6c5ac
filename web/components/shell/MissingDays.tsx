import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
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
    <Link
      component={RouterLink}
      to="/admin?tab=ingestion"
      underline="always"
      sx={{ display: 'inline-block', minHeight: 24 }}
    >
      {days.length === 1 ? 'Fetch it' : 'Fetch them'}
    </Link>
  )
  if (days.length === 1) {
    return (
      <Typography variant="meta" component="p" sx={{ mb: 2 }}>
        We were away:{' '}
        <Link component="button" type="button" onClick={() => onDay(first)} sx={{ fontSize: 'inherit' }}>
          {formatDayInText(first)}
        </Link>{' '}
        is missing. {fetchLink}
      </Typography>
    )
  }
  return (
    <Typography variant="meta" component="div" sx={{ mb: 2, display: 'flex', columnGap: 1.5, flexWrap: 'wrap' }}>
      <Box component="details" sx={{ minWidth: 0, '& summary': { cursor: 'pointer', minHeight: 24 } }}>
        <summary>
          We were away: {days.length} days are missing, {formatDayRange(first, last)}
        </summary>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
        >
          {days.map((day) => (
            <li key={day}>
              <Link
                component="button"
                type="button"
                onClick={() => onDay(day)}
                sx={{ fontSize: 'inherit', minHeight: 28 }}
              >
                {formatDay(day)}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
      {fetchLink}
    </Typography>
  )
}
