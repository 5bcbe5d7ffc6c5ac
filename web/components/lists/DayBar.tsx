import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
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
    <Box
      component="nav"
      aria-label="Days"
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0, sm: 1 }, ml: -1 }}
    >
      <Button
        disabled={previousDay === undefined}
        onClick={() => previousDay !== undefined && onChange(previousDay)}
        startIcon={<ChevronLeftIcon />}
        aria-label={previousDay === undefined ? 'No earlier day' : `Earlier: ${formatDay(previousDay)}`}
        sx={{ minWidth: 44 }}
      >
        {previousDay !== undefined && formatShortDay(previousDay)}
      </Button>
      <Typography component="span" aria-current="date" sx={{ fontWeight: 600, px: 0.5, whiteSpace: 'nowrap' }}>
        {formatDay(day)}
      </Typography>
      <Button
        disabled={nextDay === undefined}
        onClick={() => nextDay !== undefined && onChange(nextDay)}
        endIcon={<ChevronRightIcon />}
        aria-label={
          nextDay === undefined ? `No later day yet: ${formatDay(weekdayAfter(day))}` : `Later: ${formatDay(nextDay)}`
        }
        sx={{ minWidth: 44 }}
      >
        {/* On phones the day to come leaves room for the filter beside it. */}
        <Box component="span" sx={nextDay === undefined ? { display: { xs: 'none', sm: 'inline' } } : {}}>
          {formatShortDay(nextDay ?? weekdayAfter(day))}
        </Box>
      </Button>
    </Box>
  )
}
