/** arXiv's deadlines and announcements go by the wall clock of the eastern United States. */
export const ARXIV_ZONE = 'America/New_York'

/** Milliseconds between the product's clock and the machine's. */
let aheadMs = 0

/** The product's time. Everything asks here, except tokens and leases, which go by the machine's clock. */
export const now = (): Date => new Date(Date.now() + aheadMs)

/** Lets the clock say `start` now and run on from there; `null` goes back to the machine's time. */
export function setClock(start: Date | null): void {
  aheadMs = start === null ? 0 : start.getTime() - Date.now()
}

/** The calendar day `YYYY-MM-DD` that it is in `zone` (IANA name) at `instant`. Throws RangeError for an unknown zone. */
export const dayIn = (zone: string, instant: Date): string => localTime(zone, instant).toPlainDate().toString()

/** The hour of the wall clock, 0 to 23, in `zone` at `instant`. */
export const hourIn = (zone: string, instant: Date): number => localTime(zone, instant).hour

/** Whether `text` is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  // A Date reads the 30th of February as the 2nd of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** The day `count` days after `day`; before it when `count` is negative. */
export const addDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString()

/** 0 is Sunday, 6 is Saturday, as in the preferences of a user. */
export const weekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek % 7

/**
 * The instant at which the clocks of `zone` show `time` (`HH:MM`) on `day`. When clocks go forward past it, the instant
 * is as much later as the gap is long; when they go back over it, the first of the two. (Temporal's "compatible".)
 */
export function instantOf(day: string, time: string, zone: string): Date {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone)
  return new Date(local.epochMilliseconds)
}

const localTime = (zone: string, instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
