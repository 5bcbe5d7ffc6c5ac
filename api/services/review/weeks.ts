import { addDays, dayIn, instantOf, isDay, now, weekday } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Days } from '../../store/papers/weekPapers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Span } from '../../store/readers/weekItems.ts'

const WEEK_DAYS = 7
/** The last day of a week of readers who have not chosen one: Sunday. */
const WEEKDAY_DEFAULT = 0

/** Seven local days of a reader, and the instants between which they are: a day can have 23 or 25 hours. */
export interface Week {
  days: Days
  span: Span
  zone: string
}

type OfReader = Pick<UserRecord, 'preferences'>

export const zoneOf = ({ preferences }: OfReader): string => preferences.digest.time_zone

/** The last day of the newest week that is over for the reader. */
export function newestWeek(user: OfReader): string {
  const last = user.preferences.review?.weekday ?? WEEKDAY_DEFAULT
  const yesterday = addDays(dayIn(zoneOf(user), now()), -1)
  return addDays(yesterday, -((weekday(yesterday) - last + WEEK_DAYS) % WEEK_DAYS))
}

/** From when on the review of the week that ended with `day` is sent: the digest hour of the day after it. */
export function reviewDueAt(user: OfReader, day: string): Date {
  const { hour } = user.preferences.digest
  return instantOf(addDays(day, 1), `${String(hour).padStart(2, '0')}:00`, zoneOf(user))
}

/** Whether the week that ends with `day` is over in the reader's time zone. */
export const isOver = (user: OfReader, day: string): boolean => day < dayIn(zoneOf(user), now())

/**
 * The week that ends with `last`, by default the newest that is over. Any weekday can be the last day, so that the address
 * of a review stays valid when its reader chooses another one. Throws "invalid-input" for a week that is not over.
 */
export function weekOf(user: OfReader, last: string = newestWeek(user)): Week {
  if (!isDay(last)) throw invalidField('week', 'The week must be named by its last day, YYYY-MM-DD.')
  if (!isOver(user, last)) throw invalidField('week', `The week that ends on ${last} is not over yet.`)
  const zone = zoneOf(user)
  const from = addDays(last, 1 - WEEK_DAYS)
  return {
    days: { from, until: last },
    span: { from: instantOf(from, '00:00', zone), until: instantOf(addDays(last, 1), '00:00', zone) },
    zone,
  }
}

/** The days of a week and of `weeksBefore` weeks before it, the oldest first. */
export function listDaysOf({ days: { until } }: Week, weeksBefore = 0): string[] {
  const count = WEEK_DAYS * (weeksBefore + 1)
  return Array.from({ length: count }, (_day, at) => addDays(until, at - count + 1))
}

export const previousWeek = (day: string): string => addDays(day, -WEEK_DAYS)
export const nextWeek = (day: string): string => addDays(day, WEEK_DAYS)

/** Whole weeks from the local day of `since` to the end of the week. */
export function weeksWaited(since: Date, { days: { until }, zone }: Week): number {
  const day = Temporal.PlainDate.from(dayIn(zone, since))
  return Math.max(0, Math.floor(day.until(Temporal.PlainDate.from(until)).days / WEEK_DAYS))
}
