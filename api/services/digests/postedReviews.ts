import type { Review } from '../../contract/review.ts'
import { now } from '../../platform/clock.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { getReview } from '../review/review.ts'
import { newestWeek, previousWeek, reviewDueAt } from '../review/weeks.ts'

/** A week whose review is due, by its last day, and the last day of the week before. */
interface DueWeek {
  week: string
  previous: string
}

/**
 * Returns the week whose review is due for a reader now, by mail or by a connection; null before the digest hour of the
 * day after it, and if it is known that nothing happened in it.
 */
export function findDueWeek(user: UserRecord): DueWeek | null {
  const week = newestWeek(user)
  return user.review_skipped === week || now() < reviewDueAt(user, week) ? null : { week, previous: previousWeek(week) }
}

/** Returns the review of the week that ended with `week`; null if nothing happened in it. */
export async function readReview(user: UserRecord, week: string): Promise<Review | null> {
  const review = await getReview(user, { week })
  return review.is_empty ? null : review
}
