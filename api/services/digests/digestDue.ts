import { addDays, dayIn, hourIn, instantOf, now, weekday } from '../../platform/clock.ts'
import { totalOf } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { groupByDay, hasPapersFor, isAnnouncedOn, isDeliverable, type DayAnnouncement } from '../days/deliverable.ts'
import { sourcesOf } from '../../text/taxonomy/taxonomy.ts'

/** No digest has the papers of an announcement that is older than this, in days. */
export const FRESH_DAYS = 3
/** Local hour from which an announcement is no longer waited for on that day. */
const LAST_HOUR = 23

/** Why a reader gets no digest now, and the job counter to increase. */
export interface SkipReason {
  reason: string
  counter:
    | 'not_verified'
    | 'waiting_for_hour'
    | 'waiting_for_announcement'
    | 'nothing_announced'
    | 'other_weekday'
    | 'empty'
}

/** The digest of a reader's local day. `announced_on`: the announcement day of its papers; null for one without. */
export interface DueDigest {
  day: string
  announced_on: string | null
}

type Subscriber = Pick<UserRecord, 'email_verified' | 'category_ids'> & {
  preferences: Pick<UserRecord['preferences'], 'digest'>
}

/**
 * Returns the digest that is due for a reader now, or why none is. There is at most one for each day of the reader's
 * time zone: from their hour on, if they chose the weekday.
 *
 * It has the announcements of that day, and waits for them until the last hour of the day, also when the calendar
 * predicts none. In that hour, and at the weekend without a category of a preprint server, it has none of its own
 * (`announced_on` is null).
 *
 * @param announcements those of the last days, newest first
 */
export function findDueDigest(user: Subscriber, announcements: readonly DayAnnouncement[]): DueDigest | SkipReason {
  const { time_zone } = user.preferences.digest
  const day = dayIn(time_zone, now())
  const early = whyNotOn(user, day)
  if (early !== null) return early
  const own = sourcesOf(user.category_ids)
  const ofDay = announcements.filter((one) => one.day === day && (own === undefined || own.includes(one.source)))
  if (ofDay.some((one) => totalOf(one) > 0) && isReady(user, ofDay)) return { day, announced_on: day }
  if (!isAnnouncedOn(day, user.category_ids) || hourIn(time_zone, now()) >= LAST_HOUR)
    return { day, announced_on: null }
  return AWAITED
}

/** Why a reader who wants no empty digests gets none on a day without an announcement of its own. */
export const whyNothingOn = (day: string, { category_ids }: Subscriber): SkipReason =>
  isAnnouncedOn(day, category_ids)
    ? AWAITED
    : { reason: 'no announcement is expected on this day', counter: 'nothing_announced' }

/**
 * The days before `day` whose announcement is recent enough for a digest and has papers in the reader's archives,
 * newest first. A day without papers is never late.
 */
export function listFreshDays(user: Subscriber, day: string, announcements: readonly DayAnnouncement[]): string[] {
  const from = addDays(day, -FRESH_DAYS)
  return groupByDay(announcements.filter((one) => one.day < day && one.day >= from))
    .filter((ofDay) => isReady(user, ofDay) && ofDay.some((one) => hasPapersFor(user.category_ids, one)))
    .flatMap(([one]) => one?.day ?? [])
}

const AWAITED: SkipReason = { reason: 'the announcement is not complete', counter: 'waiting_for_announcement' }

/** Returns why there is no digest at this time of the reader's local day, whatever was announced. */
function whyNotOn(user: Subscriber, day: string): SkipReason | null {
  const { hour, time_zone, weekdays } = user.preferences.digest
  if (!user.email_verified) return { reason: 'the address is not verified', counter: 'not_verified' }
  if (now() < instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone))
    return { reason: 'the digest hour of the reader has not been reached', counter: 'waiting_for_hour' }
  return weekdays.includes(weekday(day))
    ? null
    : { reason: 'the reader did not choose this weekday', counter: 'other_weekday' }
}

const isReady = ({ category_ids }: Subscriber, announcements: readonly DayAnnouncement[]) =>
  category_ids.length === 0 ? announcements.length > 0 : isDeliverable(category_ids, announcements)
