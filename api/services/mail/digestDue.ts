import { addDays, dayIn, instantOf, now, weekday } from '../../platform/clock.ts'
import type { AnnouncementRecord } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { isDeliverable } from '../delivery/deliverable.ts'

/** No digest is sent for an announcement that is older than this. */
export const FRESH_DAYS = 3

/** Why a reader gets no digest now, and the job counter to increase. */
export interface SkipReason {
  reason: string
  counter: 'not_verified' | 'waiting_for_hour' | 'waiting_for_announcement' | 'other_weekday' | 'too_old' | 'empty'
}

/**
 * Returns why the digest of the announcement is not due now, or null if it is due. It is due from the reader's digest
 * hour of that day on, if today is one of the weekdays the reader chose. Both use the reader's time zone.
 */
export function whyNotDue(user: UserRecord, announcement: AnnouncementRecord): SkipReason | null {
  const { day } = announcement
  const { hour, time_zone, weekdays } = user.preferences.digest
  if (!user.email_verified) return { reason: 'the address is not verified', counter: 'not_verified' }
  if (now() < instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone))
    return { reason: 'the digest hour of the reader has not been reached', counter: 'waiting_for_hour' }
  if (user.category_ids.length > 0 && !isDeliverable(user.category_ids, [announcement]))
    return { reason: 'the announcement is not complete', counter: 'waiting_for_announcement' }
  const today = dayIn(time_zone, now())
  if (!weekdays.includes(weekday(today)))
    return { reason: 'the reader did not choose this weekday', counter: 'other_weekday' }
  return today > addDays(day, FRESH_DAYS) ? { reason: 'the announcement is too old', counter: 'too_old' } : null
}
