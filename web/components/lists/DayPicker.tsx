import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'

export interface DayPickerProps {
  /** The button that opened it; null closes it. */
  anchor: HTMLElement | null
  /** YYYY-MM-DD, like the other days. */
  day: string
  /** The newest day that can be chosen. */
  newest: string
  /** Papers are announced on Saturdays and Sundays, too. */
  hasWeekends: boolean
  onChange: (day: string) => void
  onClose: () => void
}

/** A calendar in which an announcement day is chosen. Weeks begin on Monday. */
export function DayPicker({ anchor, day, newest, hasWeekends, onChange, onClose }: DayPickerProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose a day' } }}
    >
      <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="en-gb">
        <Calendar
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that was opened has the focus, on its day.
          autoFocus
          value={dayjs(day)}
          maxDate={dayjs(newest)}
          views={['year', 'month', 'day']}
          openTo="day"
          shouldDisableDate={(date) => !hasWeekends && [0, 6].includes(date.day())}
          onChange={(date, state) => {
            if (date !== null && state === 'finish') onChange(date.format('YYYY-MM-DD'))
          }}
        />
      </LocalizationProvider>
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
