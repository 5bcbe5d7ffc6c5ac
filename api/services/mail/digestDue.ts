import { addDays, dayIn, hourIn, instantOf, now, weekday } from '../../platform/clock.ts'
import type { AnnouncementRecord } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { isDeliverable } from '../delivery/deliverable.ts'

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
type Announcement = Pick<AnnouncementRecord, 'day' | 'complete' | 'archives'>

/** What is the same for all readers of a run. */
export interface DigestFacts {
  /** Announcements of the last days, newest first. */
  announcements: readonly Announcement[]
  /** Whether the source's calendar has no announcement on this day. */
  isClosed: (day: string) => boolean
}

/**
 * Returns the digest that is due for a reader now, or why none is. There is at most one for each day of the reader's
 * time zone: from their hour on, if they chose the weekday.
 *
 * On a day of the source's calendar it has the announcement of that day, and waits for it until the day ends. On the
 * other days it has a late announcement that was not mailed yet (`mailed`: the announcement days of the reader's
 * digests). A reader who wants empty mails gets one without papers: at their hour on a day without announcements, in the
 * last hour of a day whose announcement did not come.
 */
export function findDueDigest(
  user: Subscriber,
  { announcements, isClosed }: DigestFacts,
  mailed: ReadonlySet<string | null>,
): DueDigest | SkipReason {
  const { time_zone, skip_empty } = user.preferences.digest
  const day = dayIn(time_zone, now())
  const early = whyNotOn(user, day)
  if (early !== null) return early
  const ofDay = announcements.filter((one) => one.day === day)
  if (ofDay.length === 0 && isClosed(day)) {
    const late = announcements.find(
      (one) => one.day < day && one.day >= addDays(day, -FRESH_DAYS) && !mailed.has(one.day) && isReady(user, [one]),
    )
    if (late !== undefined) return { day, announced_on: late.day }
    return skip_empty
      ? { reason: 'no announcement is expected on this day', counter: 'nothing_announced' }
      : { day, announced_on: null }
  }
  if (isReady(user, ofDay)) return { day, announced_on: day }
  if (!skip_empty && hourIn(time_zone, now()) >= LAST_HOUR) return { day, announced_on: null }
  return { reason: 'the announcement is not complete', counter: 'waiting_for_announcement' }
}

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

const isReady = ({ category_ids }: Subscriber, announcements: readonly Announcement[]) =>
  category_ids.length === 0 ? announcements.length > 0 : isDeliverable(category_ids, announcements)
