import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
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
    <Days aria-label="Days">
      <Button
        disabled={previousDay === undefined}
        onClick={() => previousDay !== undefined && onChange(previousDay)}
        aria-label={previousDay === undefined ? 'No earlier day' : `Earlier: ${formatDay(previousDay)}`}
        startIcon={<ChevronLeftIcon />}
      >
        {previousDay !== undefined && formatShortDay(previousDay)}
      </Button>
      <span aria-current="date">{formatDay(day)}</span>
      <Button
        disabled={nextDay === undefined}
        onClick={() => nextDay !== undefined && onChange(nextDay)}
        aria-label={
          nextDay === undefined ? `No later day yet: ${formatDay(weekdayAfter(day))}` : `Later: ${formatDay(nextDay)}`
        }
        endIcon={<ChevronRightIcon />}
      >
        <span data-to-come={nextDay === undefined || undefined}>{formatShortDay(nextDay ?? weekdayAfter(day))}</span>
      </Button>
    </Days>
  )
}

const Days = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  marginLeft: -8,
  '& > button': { minWidth: '2.75rem' },
  '& > span': { paddingInline: 4, fontWeight: 600, whiteSpace: 'nowrap' },
  [theme.breakpoints.up('sm')]: { gap: 8 },
  // On phones the day to come leaves room for the filter beside it.
  [theme.breakpoints.down('sm')]: { '& [data-to-come]': { display: 'none' } },
}))
