import { addDays, ARXIV_ZONE, dayIn, hourIn, instantOf, weekday } from '../../platform/clock.ts'

const DEADLINE_HOUR = 14
const ANNOUNCEMENT_HOUR = 20

/** Announcement days that arXiv skips for holidays. Their papers are announced on the next one. */
const holidays = new Set([
  '2026-01-01',
  '2026-01-19',
  '2026-06-19',
  '2026-07-03',
  '2026-09-07',
  '2026-11-26',
  '2026-12-25',
  '2026-12-29',
  '2026-12-31',
])

/** Why there is no announcement of `day`, or null. The announcement of a day is published on the evening before. */
export function closureReason(day: string): 'weekend' | 'holiday' | null {
  if (weekday(day) === 0 || weekday(day) === 6) return 'weekend'
  return holidays.has(day) ? 'holiday' : null
}

/** The newest announcement day that should be published at `at`. Each is published at 20:00 Eastern the day before. */
export function expectedDay(at: Date): string {
  const today = dayIn(ARXIV_ZONE, at)
  return latestAnnouncementDay(hourIn(ARXIV_ZONE, at) >= ANNOUNCEMENT_HOUR ? addDays(today, 1) : today)
}

/** When the first announcement after `at` should be published. */
export function nextAnnouncementAt(at: Date): Date {
  return announcedAt(openDayFrom(addDays(expectedDay(at), 1)))
}

/** The instant at which the papers of `day` became public. */
export const announcedAt = (day: string): Date => instantOf(addDays(day, -1), `${ANNOUNCEMENT_HOUR}:00`, ARXIV_ZONE)

/**
 * The announcement day of a paper submitted at `submitted`, unless moderators hold it. Its batch closes at the first
 * deadline (14:00 Eastern, Monday to Friday) at or after `submitted`, and is announced the same evening; Friday's batch
 * on Sunday evening.
 */
export function announcementDayOf(submitted: Date): string {
  let closingDay = dayIn(ARXIV_ZONE, submitted)
  if (submitted > instantOf(closingDay, `${DEADLINE_HOUR}:00`, ARXIV_ZONE)) closingDay = addDays(closingDay, 1)
  while (weekday(closingDay) === 0 || weekday(closingDay) === 6) closingDay = addDays(closingDay, 1)
  return openDayFrom(addDays(closingDay, weekday(closingDay) === 5 ? 3 : 1))
}

/** The newest announcement day that is not after `day`. */
export function latestAnnouncementDay(day: string): string {
  let open = day
  while (closureReason(open) !== null) open = addDays(open, -1)
  return open
}

function openDayFrom(day: string): string {
  let open = day
  while (closureReason(open) !== null) open = addDays(open, 1)
  return open
}

/** The day in arXiv's time zone at `at`. */
export const easternDay = (at: Date): string => dayIn(ARXIV_ZONE, at)
