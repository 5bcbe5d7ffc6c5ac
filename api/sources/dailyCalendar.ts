import { addDays, ARXIV_ZONE, dayIn, instantOf } from '../platform/clock.ts'
import type { DatedAnnouncements } from './source.ts'

/**
 * The announcement day of what was posted on the day before it. Also a day in UTC is over when the next one begins in
 * Eastern time, in which the announcement days of all sources are counted.
 */
const expectedDay = (at: Date): string => dayIn(ARXIV_ZONE, at)

/** The calendar of sources whose papers are announced on the day after they were posted: every day, none is closed. */
export const dailyCalendar = {
  expectedDay,
  nextAnnouncementAt: (at) => instantOf(addDays(expectedDay(at), 1), '00:00', ARXIV_ZONE),
  closureReason: () => null,
} satisfies Partial<DatedAnnouncements>
