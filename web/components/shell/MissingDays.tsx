import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
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
    <Link component={RouterLink} to="/admin?tab=ingestion">
      {days.length === 1 ? 'Fetch it' : 'Fetch them'}
    </Link>
  )
  if (days.length === 1) {
    return (
      <Typography variant="meta" component="p" sx={{ mb: 2 }}>
        We were away:{' '}
        <Link component="button" onClick={() => onDay(first)}>
          {formatDayInText(first)}
        </Link>{' '}
        is missing. {fetchLink}
      </Typography>
    )
  }
  return (
    <Days>
      <details>
        <summary>
          We were away: {days.length} days are missing, {formatDayRange(first, last)}
        </summary>
        <ul>
          {days.map((day) => (
            <li key={day}>
              <Link component="button" onClick={() => onDay(day)}>
                {formatDay(day)}
              </Link>
            </li>
          ))}
        </ul>
      </details>
      {fetchLink}
    </Days>
  )
}

const Days = styled('div')(({ theme }) => ({
  ...theme.typography.meta,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 12,
  marginBottom: 16,
  '& > details': { minWidth: 0 },
  '& summary': { cursor: 'pointer' },
  '& ul': { display: 'flex', flexWrap: 'wrap', columnGap: 16, margin: '4px 0 0', padding: 0, listStyle: 'none' },
  // A line is as high as what a finger can press.
  '& summary, & > a': { minHeight: '1.5rem' },
  '& li > button': { minHeight: '1.75rem' },
}))
