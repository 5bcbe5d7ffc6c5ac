import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { PapersMail } from '../../mail/papersMail.ts'
import { addDays, isWeekend } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { findMailedDigests, type MailedDigest } from '../../store/mail/mailedDigests.ts'
import { findAnnouncement, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { isDeliverable } from '../days/deliverable.ts'
import type { Sources } from '../product.ts'
import type { DueDigest } from './digestDue.ts'
import type { DigestReads } from './digestReads.ts'

/**
 * Returns what the reader missed before the digest of a local day.
 * - `missed`: the announcement days whose papers no digest had that the reader got, and that were announced or completed
 *   after the last one, newest first, with the number of the reader's cards on each: after a pause, with digests on some
 *   weekdays, or when digests could not be sent. None before the first digest.
 * - `unsent`: the digests since the last one that the reader got which were not sent; null if there is none.
 */
export async function findMissedDays(
  user: UserRecord,
  { day, announced_on, log, reads }: DueDigest & { log: Log; reads: DigestReads },
): Promise<Pick<PapersMail, 'missed' | 'unsent'>> {
  const [digests, announcements] = await Promise.all([
    findMailedDigests(user._id, { since: '', before: day }),
    reads.announcementsSince(addDays(day, -LOOK_BACK_DAYS)),
  ])
  const mailed = digests.filter(({ unsent }) => unsent === null)
  const [newestMailed] = mailed
  const last = newestMailed ?? digests.at(-1)
  if (last === undefined) return { missed: [], unsent: null }
  const isNew = (one: AnnouncementRecord) =>
    one.day > last.day ||
    (one.completed_at !== null && one.completed_at > last.queued_at) ||
    (last.unsent !== null && one.day === last.announced_on)
  const known = new Set([announced_on, ...mailed.map((one) => one.announced_on)])
  const days = announcements.filter(
    (one) =>
      one.day <= day && !one.sample && !known.has(one.day) && isNew(one) && isDeliverable(user.category_ids, [one]),
  )
  const missed: { day: string; papers: number }[] = []
  for (const one of days) {
    const { cards } = await reads.delivery(user, one.day, log)
    if (cards.length > 0) missed.push({ day: one.day, papers: cards.length })
  }
  return { missed, unsent: summarise(newestMailed ? digests.slice(0, digests.indexOf(newestMailed)) : digests) }
}

/** @param digests unsent ones, newest first */
function summarise(digests: readonly MailedDigest[]): PapersMail['unsent'] {
  const [newest] = digests
  const oldest = digests.at(-1)
  if (!newest || !oldest) return null
  const refused = digests.find(({ unsent }) => unsent?.cause === 'address-refused')?.unsent
  return {
    digests: digests.length,
    from: oldest.day,
    until: newest.day,
    refused: refused ? { address: refused.to, reason: refused.error ?? '' } : null,
  }
}

/** Returns a sentence that says why there are no papers on a day; null if some were announced. */
export async function explainEmptyDay(sources: Sources, day: string): Promise<string | null> {
  const announcement = await findAnnouncement('arxiv', day)
  if (announcement !== null && totalOf(announcement) > 0) return null
  if (isWeekend(day)) return 'arXiv announces no papers on Saturdays and Sundays.'
  if (sources.get('arxiv')?.announcements?.closureReason(day) === 'holiday')
    return 'No announcement is expected on this day: arXiv has a holiday.'
  return announcement?.complete
    ? 'arXiv announced no papers on this day.'
    : 'arXiv has not announced the papers of this day yet. Your next mail tells you when they are there.'
}
