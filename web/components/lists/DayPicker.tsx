import Link from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import { createContext, use, useMemo, type Ref } from 'react'
import type { MonthDays } from '#api/contract/dashboard.ts'
import { formatPlural } from '../../shared/format.ts'

export interface DayPickerProps {
  /** The button that opened it; null closes it. */
  anchor: HTMLElement | null
  /** YYYY-MM-DD, like the other days. */
  day: string
  /** The newest day that can be chosen. */
  newest: string
  /** Papers are announced on Saturdays and Sundays, too. */
  hasWeekends: boolean
  /** The days of the shown month that have papers. While it is loaded, no day is marked, and each can be chosen. */
  marks?: MonthDays['items'] | undefined
  /** Why there are no marks. */
  failure?: string | undefined
  onRetry?: () => void
  /** Called with the month (YYYY-MM) that is shown. */
  onMonth?: (month: string) => void
  onChange: (day: string) => void
  onClose: () => void
}

/** The days with papers of the month that is shown. */
const NO_MARKS: MonthDays['items'] = []
const MarksContext = createContext(NO_MARKS)

/** A calendar in which an announcement day is chosen; days with papers are marked. Weeks begin on Monday. */
export function DayPicker({ anchor, day, newest, hasWeekends, marks, failure, ...handlers }: DayPickerProps) {
  const { onRetry, onMonth, onChange, onClose } = handlers
  // Another object would turn the calendar back to the month of the day.
  const value = useMemo(() => dayjs(day), [day])
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose a day' } }}
    >
      <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="en-gb">
        <MarksContext value={marks ?? NO_MARKS}>
          <Calendar
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that was opened has the focus, on its day.
            autoFocus
            value={value}
            maxDate={dayjs(newest)}
            views={['year', 'month', 'day']}
            openTo="day"
            slots={{ day: MarkedDay }}
            shouldDisableDate={(date) => !hasWeekends && [0, 6].includes(date.day())}
            onMonthChange={(month) => onMonth?.(month.format('YYYY-MM'))}
            onYearChange={(month) => onMonth?.(month.format('YYYY-MM'))}
            onChange={(date, state) => {
              if (date !== null && state === 'finish') onChange(date.format('YYYY-MM-DD'))
            }}
          />
        </MarksContext>
      </LocalizationProvider>
      <Foot role={failure === undefined ? undefined : 'status'}>
        {failure !== undefined ? (
          <>
            Days with papers cannot be marked: {failure}{' '}
            <Link component="button" type="button" onClick={onRetry}>
              Try again
            </Link>
          </>
        ) : (
          <>
            <span>
              <UnseenMark /> papers not seen yet
            </span>
            <span>
              <SeenMark /> all papers seen
            </span>
          </>
        )}
      </Foot>
    </Popover>
  )
}

/** Its head has room for enlarged text. */
const Calendar = styled(DateCalendar)({
  maxHeight: 'none',
  '& .MuiPickersCalendarHeader-root, & .MuiPickersCalendarHeader-labelContainer': {
    flexWrap: 'wrap',
    maxHeight: 'none',
    overflow: 'visible',
  },
})

const Foot = styled('p')(({ theme }) => ({
  ...theme.typography.meta,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 16,
  maxWidth: 320,
  margin: 0,
  padding: '0 24px 16px',
}))

/** A day of the calendar, with a mark if it has papers: a dot if some are not seen, a ring if all are. */
function MarkedDay({ ref, ...props }: PickerDayProps & { ref?: Ref<HTMLButtonElement> }) {
  const { day, outsideCurrentMonth = false } = props
  const mark = use(MarksContext).find(({ on }) => on === day.format('YYYY-MM-DD'))
  if (!mark || outsideCurrentMonth) return <PickerDay ref={ref} {...props} />
  const { papers, unseen } = mark
  const seen = unseen === 0 ? 'all seen' : unseen === papers ? 'none seen' : `${unseen} not seen`
  return (
    <PickerDay ref={ref} {...props} aria-label={`${day.format('D MMMM')}: ${formatPlural(papers, 'paper')}, ${seen}`}>
      {day.format('D')}
      <Place>{unseen === 0 ? <SeenMark /> : <UnseenMark />}</Place>
    </PickerDay>
  )
}

/** In rem: it grows with the text. */
const Mark = styled('span')({
  display: 'inline-block',
  boxSizing: 'border-box',
  width: '0.375rem',
  height: '0.375rem',
  borderRadius: '50%',
  verticalAlign: 'middle',
})

const UnseenMark = styled(Mark)(({ theme }) => ({
  backgroundColor: theme.vars.palette.dawn,
  // On the day that is chosen, whose ground is the colour of actions.
  '.Mui-selected &': { backgroundColor: 'currentcolor' },
  '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
}))

const SeenMark = styled(Mark)({ border: '1px solid currentcolor' })

/** Below the number, which keeps its place. */
const Place = styled('span')({
  position: 'absolute',
  insetInline: 0,
  bottom: '0.125rem',
  display: 'flex',
  justifyContent: 'center',
})
