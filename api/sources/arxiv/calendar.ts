import { addDays, ARXIV_ZONE, dayIn, hourIn, instantOf, weekday } from '../../platform/clock.ts'

const DEADLINE_HOUR = 14
const ANNOUNCEMENT_HOUR = 20

/** Announcement days that arXiv has said it leaves out. Papers move into the next one. */
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

/** Why arXiv announces nothing on `day`, or null. A day begins with the announcement of the evening before. */
export function closureReason(day: string): 'weekend' | 'holiday' | null {
  if (weekday(day) === 0 || weekday(day) === 6) return 'weekend'
  return holidays.has(day) ? 'holiday' : null
}

/** The announcement day that should be out at `at`: the newest whose evening before, 20:00 Eastern, has come. */
export function expectedDay(at: Date): string {
  const today = dayIn(ARXIV_ZONE, at)
  return latestAnnouncementDay(hourIn(ARXIV_ZONE, at) >= ANNOUNCEMENT_HOUR ? addDays(today, 1) : today)
}

/** When the first announcement after `at` should be out. */
export function nextAnnouncementAt(at: Date): Date {
  return announcedAt(openDayFrom(addDays(expectedDay(at), 1)))
}

/** The instant at which the papers of `day` became public. */
export const announcedAt = (day: string): Date => instantOf(addDays(day, -1), `${ANNOUNCEMENT_HOUR}:00`, ARXIV_ZONE)

/**
 * The announcement day of what was submitted at `submitted`, unless moderators held it: the first deadline (14:00 Eastern
 * on a working day) not before it closes a batch that is announced the same evening, on Fridays on Sunday evening.
 */
export function announcementDayOf(submitted: Date): string {
  let closes = dayIn(ARXIV_ZONE, submitted)
  if (submitted > instantOf(closes, `${DEADLINE_HOUR}:00`, ARXIV_ZONE)) closes = addDays(closes, 1)
  while (weekday(closes) === 0 || weekday(closes) === 6) closes = addDays(closes, 1)
  return openDayFrom(addDays(closes, weekday(closes) === 5 ? 3 : 1))
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

/** The day it is at arXiv at `at`. */
export const easternDay = (at: Date): string => dayIn(ARXIV_ZONE, at)
