import { AsyncLocalStorage } from 'node:async_hooks'

/** Time zone of arXiv's deadlines and announcements. */
export const ARXIV_ZONE = 'America/New_York'
/** Of a span of time, not of a day in a time zone, which may be an hour longer or shorter. */
export const DAY_MS = 86_400_000

/** Difference between the product's clock and the system clock. */
let offsetMs = 0
/** The same for the work of `atInstant`. */
const ownOffset = new AsyncLocalStorage<number>()

/** Returns the product's current time. All code uses it, except tokens and leases, which use the system clock. */
export const now = (): Date => new Date(Date.now() + (ownOffset.getStore() ?? offsetMs))

/** Runs `work` with a clock that starts at `start`; the rest of the process keeps its own. */
export const atInstant = <Result>(start: Date, work: () => Promise<Result>): Promise<Result> =>
  ownOffset.run(start.getTime() - Date.now(), work)

/** Sets the product's clock to `start`, from where it runs on. `null` resets it to the system clock. */
export function setClock(start: Date | null): void {
  offsetMs = start === null ? 0 : start.getTime() - Date.now()
}

/**
 * Resolves when the second of `instant` on the system clock is over. Sign-ins have times in whole seconds: only then is
 * the time of a new one after `instant`.
 */
export async function endOfSecond(instant: Date): Promise<void> {
  const end = (Math.floor(instant.getTime() / 1000) + 1) * 1000
  while (Date.now() < end) await Bun.sleep(end - Date.now())
}

/** Returns the local day (`YYYY-MM-DD`) in `zone` (IANA name) at `instant`. Throws RangeError for an unknown zone. */
export const dayIn = (zone: string, instant: Date): string => localTime(zone, instant).toPlainDate().toString()

/** Returns the local hour (0 to 23) in `zone` at `instant`. */
export const hourIn = (zone: string, instant: Date): number => localTime(zone, instant).hour

/** Whether `text` is a calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  // `Date` parses the 30th of February as the 2nd of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** Returns the day `count` days after `day`, or before it if `count` is negative. */
export const addDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString()

/** Returns the day of the week: 0 is Sunday, 6 is Saturday, as in the user preferences. */
export const weekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek % 7

export const isWeekend = (day: string): boolean => weekday(day) === 0 || weekday(day) === 6

/**
 * Returns the instant of the local `time` (`HH:MM`) on `day` in `zone`. Daylight saving changes are resolved as by
 * Temporal's "compatible" mode: a skipped time moves forward by the length of the gap, a repeated time is the first.
 */
export function instantOf(day: string, time: string, zone: string): Date {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone)
  return new Date(local.epochMilliseconds)
}

const localTime = (zone: string, instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)

/** An instant in a sentence for admins: "2026-11-20 06:12 UTC". */
export const formatInstant = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
