import { addDays, ARXIV_ZONE, dayIn, hourIn, instantOf, isWeekend } from '../../platform/clock.ts'

const DEADLINE_HOUR = 14
const ANNOUNCEMENT_HOUR = 20

/**
 * The evenings on which arXiv makes no announcement, as it publishes them; 2027 by the same rules, and of 2025 those
 * that were checked in real listings. The announcement of an evening has the next mailing day as its date, so a holiday
 * has its own papers, and the mailing day after it has none. They only predict: what was announced is read from the
 * feeds and from OAI-PMH.
 */
const EVENINGS_WITHOUT = [
  ['2025-06-19', '2025-07-04', '2025-09-01', '2025-11-27', '2025-12-25'],
  ['2026-01-01', '2026-01-19', '2026-06-19', '2026-07-03', '2026-09-07'],
  ['2026-11-26', '2026-12-25', '2026-12-29', '2026-12-31'],
  ['2027-01-01', '2027-01-18', '2027-06-18', '2027-07-05', '2027-09-06'],
  ['2027-11-25', '2027-12-24', '2027-12-28', '2027-12-30'],
].flat()

const predictedEmpty = new Set(EVENINGS_WITHOUT.map((evening) => weekdayFrom(addDays(evening, 1))))

/** Why no announcement of `day` is expected, or null. A weekend never has one; a holiday is only a prediction. */
export function closureReason(day: string): 'weekend' | 'holiday' | null {
  if (isWeekend(day)) return 'weekend'
  return predictedEmpty.has(day) ? 'holiday' : null
}

/**
 * The newest day whose announcement can be published at `at`: each is published at 20:00 Eastern the day before.
 * Predicted holidays are included, since only what is read decides whether a day has an announcement.
 */
export function expectedDay(at: Date): string {
  const today = dayIn(ARXIV_ZONE, at)
  return latestWeekday(hourIn(ARXIV_ZONE, at) >= ANNOUNCEMENT_HOUR ? addDays(today, 1) : today)
}

/**
 * When the first announcement that is predicted after `at` can be read: its feeds are built at midnight Eastern, as its
 * day begins.
 */
export function nextAnnouncementAt(at: Date): Date {
  let day = addDays(easternDay(at), 1)
  while (closureReason(day) !== null) day = addDays(day, 1)
  return instantOf(day, '00:00', ARXIV_ZONE)
}

/**
 * The earliest day on which a paper submitted at `submitted` can be announced, whatever the holidays are. Its batch
 * closes at the first deadline (14:00 Eastern, Monday to Friday) at or after `submitted`, and is announced the same
 * evening; Friday's batch on Sunday evening.
 */
export function batchDayOf(submitted: Date): string {
  const today = dayIn(ARXIV_ZONE, submitted)
  const isLate = submitted > instantOf(today, `${DEADLINE_HOUR}:00`, ARXIV_ZONE)
  return weekdayFrom(addDays(weekdayFrom(isLate ? addDays(today, 1) : today), 1))
}

/** The newest day from Monday to Friday that is not after `day`. */
export function latestWeekday(day: string): string {
  let open = day
  while (isWeekend(open)) open = addDays(open, -1)
  return open
}

/** The first day from Monday to Friday that is not before `day`. */
export function weekdayFrom(day: string): string {
  let open = day
  while (isWeekend(open)) open = addDays(open, 1)
  return open
}

/** The day in arXiv's time zone at `at`. */
export const easternDay = (at: Date): string => dayIn(ARXIV_ZONE, at)
