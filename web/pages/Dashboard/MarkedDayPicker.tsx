import { useState } from 'react'
import { DayPicker, type DayPickerProps } from '../../components/lists/DayPicker.tsx'
import { useMonthDays } from '../../data/papers/useMonthDays.ts'

/** The calendar with the days that have papers for the reader. They are asked for when it is open, month by month. */
export function MarkedDayPicker(props: DayPickerProps) {
  const { anchor, day, onClose } = props
  const [turnedTo, setMonth] = useState<string | null>(null)
  const month = turnedTo ?? day.slice(0, 7)
  const { data, error, mutate } = useMonthDays(anchor === null ? null : month)
  const leave = () => setMonth(null)
  return (
    <DayPicker
      {...props}
      marks={data?.items}
      failure={data ? undefined : error?.message}
      onRetry={() => void mutate()}
      onMonth={setMonth}
      onChange={(chosen) => {
        leave()
        props.onChange(chosen)
      }}
      onClose={() => {
        leave()
        onClose()
      }}
    />
  )
}
