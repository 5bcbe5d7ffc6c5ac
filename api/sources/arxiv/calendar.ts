import { addDays, ARXIV_ZONE, dayIn, hourIn, instantOf, isWeekend, weekday } from '../../platform/clock.ts'

const DEADLINE_HOUR = 14
const ANNOUNCEMENT_HOUR = 20

/**
 * Announcement days that arXiv skips for holidays; their papers are announced on the next one. They only predict: what
 * was announced is read from the feeds and from OAI-PMH. 2026 as published by arXiv, 2027 by the same rules.
 */
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
  '2027-01-01',
  '2027-01-18',
  '2027-06-18',
  '2027-07-05',
  '2027-09-06',
  '2027-11-25',
  '2027-12-24',
  '2027-12-28',
  '2027-12-30',
])

/** Why there is no announcement of `day`, or null. The announcement of a day is published on the evening before. */
export function closureReason(day: string): 'weekend' | 'holiday' | null {
  if (isWeekend(day)) return 'weekend'
  return holidays.has(day) ? 'holiday' : null
}

/** The newest day from Monday to Friday whose announcement can be published at `at`, whatever the holidays are. */
export function publishedBy(at: Date): string {
  const today = dayIn(ARXIV_ZONE, at)
  return latestWeekday(hourIn(ARXIV_ZONE, at) >= ANNOUNCEMENT_HOUR ? addDays(today, 1) : today)
}

/** The newest announcement day that should be published at `at`. Each is published at 20:00 Eastern the day before. */
export const expectedDay = (at: Date): string => latestAnnouncementDay(publishedBy(at))

/** When the first announcement after `at` can be read: its feeds are built at midnight Eastern, as its day begins. */
export function nextAnnouncementAt(at: Date): Date {
  return instantOf(openDayFrom(addDays(easternDay(at), 1)), '00:00', ARXIV_ZONE)
}

/**
 * The earliest day on which a paper submitted at `submitted` can be announced, whatever the holidays are. Its batch
 * closes at the first deadline (14:00 Eastern, Monday to Friday) at or after `submitted`, and is announced the same
 * evening; Friday's batch on Sunday evening.
 */
export function batchClosingAt(submitted: Date): string {
  let closingDay = dayIn(ARXIV_ZONE, submitted)
  if (submitted > instantOf(closingDay, `${DEADLINE_HOUR}:00`, ARXIV_ZONE)) closingDay = addDays(closingDay, 1)
  while (isWeekend(closingDay)) closingDay = addDays(closingDay, 1)
  return addDays(closingDay, weekday(closingDay) === 5 ? 3 : 1)
}

/** The announcement day of a paper submitted at `submitted`, unless moderators hold it, with the known holidays. */
export const announcementDayOf = (submitted: Date): string => openDayFrom(batchClosingAt(submitted))

/** The newest day from Monday to Friday that is not after `day`. */
export function latestWeekday(day: string): string {
  let open = day
  while (isWeekend(open)) open = addDays(open, -1)
  return open
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
