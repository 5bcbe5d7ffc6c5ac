import { findStrand } from '../../contract/reasons.ts'
import type { PapersMail } from '../../mail/papersMail.ts'
import type { Log } from '../../platform/log.ts'
import { findMailedDigests, type DayKind } from '../../store/mail/mailedDigests.ts'
import type { DeliveredCard } from '../../store/readers/deliveries.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import type { Product } from '../product.ts'
import { isMailToSink } from '../sending/mailSettings.ts'
import type { DueDigest } from './digestDue.ts'
import { createDigestReads, type DigestReads } from './digestReads.ts'
import { findListedNotices } from './listedNotices.ts'
import { findMailedAnswers } from './mailedAnswers.ts'
import { findMissedDays } from './missedDays.ts'

interface GatherOptions {
  log: Log
  /** Those of the run, if it makes several digests. */
  reads?: DigestReads
  kind?: DayKind
}

/**
 * Returns what the digest of a local day is made of: the reader's cards of the announcement day `announced_on`, the days announced since
 * their last one and the notices about saved papers. `kind`: what has it, the digest or a target. Null if that is nothing and the reader wants no empty digests.
 */
export async function gatherDigest(
  user: UserRecord,
  { day, announced_on, log, reads = createDigestReads(), kind = 'digest' }: DueDigest & GatherOptions,
) {
  const delivery = announced_on === null ? null : await reads.delivery(user, announced_on, log)
  const cards = delivery?.cards ?? []
  const digests = await findMailedDigests(user._id, { since: '', before: day, kind })
  const { missed = [], unsent } = await findMissedDays(user, { day, announced_on, digests, log, reads })
  const notices = await findListedNotices(user, { day, digests })
  const answers = announced_on === null ? [] : await findMailedAnswers(user, announced_on)
  const isEmpty = [cards, missed, notices, answers].every(({ length }) => length === 0)
  return isEmpty && user.preferences.digest.skip_empty
    ? null
    : { cards, missed, unsent, notices, answers, announced: delivery?.ledger.announced ?? 0 }
}

/** Returns the papers of the cards, without those that left the library, with the reasons that are still true. */
export async function readCards(
  user: UserRecord,
  cards: readonly DeliveredCard[],
  reads: DigestReads,
): Promise<Pick<PapersMail['papers'][number], 'paper' | 'reasons'>[]> {
  const ids = cards.map(({ paper_id }) => paper_id)
  const [stored, reasonsOf] = await Promise.all([reads.papers(ids), reads.reasons({ reader: user, paper_ids: ids })])
  return cards.flatMap((card) => {
    const paper = stored.get(card.paper_id)
    return paper === undefined ? [] : { paper, reasons: reasonsOf(card.reasons, paper) }
  })
}

/**
 * Puts the papers of each interest that the reader keeps apart together, in the order of their first papers, and after
 * them those of none. Returns the papers as they are if they have no interest.
 */
export function groupByInterest<T extends PapersMail['papers'][number]>(papers: readonly T[]): T[] {
  const groups = Map.groupBy(papers, ({ reasons }) => findStrand(reasons)?.id)
  const others = groups.get(undefined) ?? []
  if (others.length === papers.length) return [...papers]
  groups.delete(undefined)
  return [
    ...[...groups.values()].flatMap((group) =>
      group.map((one) => ({ ...one, interest: findStrand(one.reasons)?.name ?? null })),
    ),
    ...others.map((one) => ({ ...one, interest: null })),
  ]
}

/** Sample papers are only loaded into an empty library, so a day with samples has no other papers. */
export async function isSampleDay(wanted: string, reads: DigestReads): Promise<boolean> {
  const announcements = await reads.announcementsSince(wanted)
  return announcements.some(({ source, day }) => source === 'sample' && day === wanted)
}

/** Whether what is about the newest papers may leave the product: not while they are invented, except to its own sink. */
export async function mayLeave(product: Pick<Product, 'sink'>): Promise<boolean> {
  const newest = await findNewestAnnouncement()
  return newest?.sample !== true || isMailToSink(product)
}
