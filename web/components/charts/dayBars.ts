import { DAY_MS } from '../../shared/days.ts'
import { formatDay } from '../../shared/format.ts'

/** A longer time without announcements is shown as one week. */
const GAP_MAX = 7

/** The bars of a chart of days, oldest first, with gaps for the days without an announcement: weekends, holidays. */
export const dayBars = (days: readonly { on: string; delivered: number }[]) =>
  days.map(({ on, delivered }, index) => {
    const before = days[index - 1]?.on
    const apart = before === undefined ? 1 : Math.round((Date.parse(on) - Date.parse(before)) / DAY_MS)
    return { label: formatDay(on), value: delivered, gap: Math.min(GAP_MAX, Math.max(0, apart - 1)) }
  })
