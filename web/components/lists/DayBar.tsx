import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Suspense, useState, type ComponentType } from 'react'
import { addDays } from '../../shared/days.ts'
import { formatDay, formatShortDay } from '../../shared/format.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import type { DayPickerProps } from './DayPicker.tsx'

export interface DayBarProps {
  /** YYYY-MM-DD, like the other days. */
  day: string
  previousDay?: string
  nextDay?: string
  /** The newest day that can be chosen in the calendar. */
  newest: string
  /** Papers are announced on Saturdays and Sundays, too. */
  hasWeekends?: boolean
  /** The calendar, which may be loaded when it is opened. */
  Picker: ComponentType<DayPickerProps>
  onChange: (day: string) => void
}

/** The next day on which papers are announced, both YYYY-MM-DD: a weekday where `hasWeekends` is false. */
function dayAfter(day: string, hasWeekends: boolean): string {
  const next = addDays(day, 1)
  const weekday = hasWeekends ? 1 : new Date(next).getUTCDay()
  return weekday === 6 ? addDays(next, 2) : weekday === 0 ? addDays(next, 1) : next
}

/** Navigation between announcement days: the current one, which opens a calendar, the one before, and the next or to come. */
export function DayBar({ day, previousDay, nextDay, newest, hasWeekends = false, Picker, onChange }: DayBarProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  const dayToCome = dayAfter(day, hasWeekends)
  return (
    <Days aria-label="Days" data-newest={nextDay === undefined || undefined}>
      <Button
        disabled={previousDay === undefined}
        onClick={() => previousDay !== undefined && onChange(previousDay)}
        aria-label={previousDay === undefined ? 'No earlier day' : `Earlier: ${formatDay(previousDay)}`}
        startIcon={<ChevronLeftIcon />}
      >
        {previousDay !== undefined && <span data-near>{formatShortDay(previousDay)}</span>}
      </Button>
      <Button
        aria-current="date"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {formatDay(day)}
      </Button>
      {wasOpened && (
        <Suspense>
          <Picker
            anchor={anchor}
            day={day}
            newest={newest}
            hasWeekends={hasWeekends}
            onChange={(chosen) => {
              setAnchor(null)
              if (chosen !== day) onChange(chosen)
            }}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
      <Button
        disabled={nextDay === undefined}
        onClick={() => nextDay !== undefined && onChange(nextDay)}
        aria-label={
          nextDay === undefined ? `No later day yet: ${formatDay(dayToCome)}` : `Later: ${formatDay(nextDay)}`
        }
        endIcon={<ChevronRightIcon />}
      >
        <span data-near>{formatShortDay(nextDay ?? dayToCome)}</span>
      </Button>
    </Days>
  )
}

const Days = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  marginLeft: -8,
  '& > button': { minWidth: '2.75rem' },
  '& > [aria-current]': {
    paddingInline: 4,
    color: theme.vars.palette.text.primary,
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  [theme.breakpoints.up('sm')]: { gap: 8 },
  // On phones the day to come, or the names of the days before and after, leave room for the filter beside them.
  [theme.breakpoints.down('sm')]: {
    '&[data-newest] > :last-child': { display: 'none' },
    '&:not([data-newest]) [data-near]': { display: 'none' },
  },
}))
