import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, isWeekend } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { findMailedDigests } from '../../store/mail/mailedDigests.ts'
import { findAnnouncement, totalOf } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { isDeliverable } from '../delivery/deliverable.ts'
import type { Product } from '../product.ts'
import type { DueDigest } from './digestDue.ts'
import type { DigestReads } from './digestReads.ts'

/**
 * Returns the announcement days whose papers no digest of the reader had and that were announced or completed after the
 * last one, newest first, with the number of the reader's cards on each: after a pause, or with digests on some weekdays.
 * None before the first digest.
 */
export async function findMissedDays(
  product: Product,
  user: UserRecord,
  { day, announced_on, log, reads }: DueDigest & { log: Log; reads: DigestReads },
): Promise<{ day: string; papers: number }[]> {
  const since = addDays(day, -LOOK_BACK_DAYS)
  const [mailed, announcements] = await Promise.all([
    findMailedDigests(user._id, { since: '', before: day }),
    reads.announcementsSince(since),
  ])
  const [last] = mailed
  if (last === undefined) return []
  const known = new Set([announced_on, ...mailed.map((one) => one.announced_on)])
  const days = announcements.filter(
    (one) =>
      one.day <= day &&
      !one.sample &&
      !known.has(one.day) &&
      (one.day > last.day || (one.completed_at !== null && one.completed_at > last.queued_at)) &&
      isDeliverable(user.category_ids, [one]),
  )
  const missed: { day: string; papers: number }[] = []
  for (const one of days) {
    const { cards } = await reads.delivery(product, user, one.day, log)
    if (cards.length > 0) missed.push({ day: one.day, papers: cards.length })
  }
  return missed
}

/** Why the calendar of arXiv has no announcement on this day, or null. */
export function closureOf({ sources }: Product, day: string): 'weekend' | 'holiday' | null {
  const source = sources.get('arxiv')
  if (source) return source.closureReason(day)
  return isWeekend(day) ? 'weekend' : null
}

/** Returns a sentence that says why there are no papers on a day; null if some were announced. */
export async function explainEmptyDay(product: Product, day: string): Promise<string | null> {
  const announcement = await findAnnouncement('arxiv', day)
  if (announcement !== null && totalOf(announcement) > 0) return null
  const closure = closureOf(product, day)
  if (closure === 'weekend') return 'arXiv announces no papers on Saturdays and Sundays.'
  if (closure === 'holiday') return 'arXiv announces no papers on this day: it is a holiday there.'
  return announcement?.complete
    ? 'arXiv announced no papers on this day.'
    : 'arXiv has not announced the papers of this day yet. Your next mail tells you when they are there.'
}
