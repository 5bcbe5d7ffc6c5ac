import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { PapersMail } from '../../mail/papersMail.ts'
import { addDays } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { MailedDigest } from '../../store/mail/mailedDigests.ts'
import { findAnnouncementsOf, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { sourcesOf } from '../../text/taxonomy/taxonomy.ts'
import { announcingFor, groupByDay, isAnnouncedOn, isDeliverable } from '../days/deliverable.ts'
import type { Sources } from '../product.ts'
import type { DueDigest } from './digestDue.ts'
import type { DigestReads } from './digestReads.ts'

/**
 * Returns what the reader missed before the digest of a local day.
 * - `missed`: the announcement days whose papers no digest had that the reader got, and that were announced or completed
 *   after the last one, newest first, with the number of the reader's cards on each: after a pause, with digests on some
 *   weekdays, or when digests could not be sent. Of a day that a digest had, the papers of sources that announced them
 *   after the last one. None before the first digest.
 * - `unsent`: the digests since the last one that the reader got which were not sent; null if there is none.
 */
export async function findMissedDays(
  user: UserRecord,
  {
    day,
    announced_on,
    digests,
    log,
    reads,
  }: DueDigest & { digests: readonly MailedDigest[]; log: Log; reads: DigestReads },
): Promise<Pick<PapersMail, 'missed' | 'unsent'>> {
  const announcements = await reads.announcementsSince(addDays(day, -LOOK_BACK_DAYS))
  const mailed = digests.filter(({ unsent }) => unsent === null)
  const [newestMailed] = mailed
  const last = newestMailed ?? digests.at(-1)
  if (last === undefined) return { missed: [], unsent: null }
  const isNew = (one: AnnouncementRecord) =>
    one.day > last.day ||
    (one.completed_at !== null && one.completed_at > last.queued_at) ||
    (last.unsent !== null && one.day === last.announced_on)
  const mailedDays = new Set(mailed.map((one) => one.announced_on))
  const own = sourcesOf(user.category_ids)
  // Of a day that was mailed, what a source announced after another one that the mail was about.
  const isLate = (one: AnnouncementRecord) =>
    one.first_seen_at > last.queued_at && (own === undefined || own.includes(one.source))
  const findLate = (ofDay: readonly AnnouncementRecord[]) => (ofDay.every(isLate) ? [] : ofDay.filter(isLate))
  const earlier = announcements.filter((one) => one.day <= day && one.day !== announced_on && !one.sample)
  const missed: { day: string; papers: number }[] = []
  for (const ofDay of groupByDay(earlier)) {
    const [first] = ofDay
    const isMailed = mailedDays.has(first?.day ?? null)
    const news = isMailed ? findLate(ofDay) : ofDay.filter(isNew)
    if (first === undefined || news.length === 0 || !isDeliverable(user.category_ids, ofDay)) continue
    const { cards } = await reads.delivery(user, first.day, log)
    const papers = isMailed ? await countOf(news, cards, reads) : cards.length
    if (papers > 0) missed.push({ day: first.day, papers })
  }
  return { missed, unsent: summarise(newestMailed ? digests.slice(0, digests.indexOf(newestMailed)) : digests) }
}

/** The number of the cards whose papers are of the sources of these announcements. */
async function countOf(
  announcements: readonly AnnouncementRecord[],
  cards: readonly { paper_id: string }[],
  reads: DigestReads,
): Promise<number> {
  const sources = new Set(announcements.map(({ source }) => source))
  const papers = await reads.papers(cards.map(({ paper_id }) => paper_id))
  return cards.filter(({ paper_id }) => sources.has(papers.get(paper_id)?.source ?? '')).length
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

/** Returns a sentence that says why there are no papers on a day in the reader's sources; null if some were announced. */
export async function explainEmptyDay(
  sources: Sources,
  { category_ids }: Pick<UserRecord, 'category_ids'>,
  day: string,
): Promise<string | null> {
  const own = announcingFor(sources, category_ids)
  const announcements = (await findAnnouncementsOf(day)).filter(({ source }) => own.some(({ id }) => id === source))
  if (announcements.some((one) => totalOf(one) > 0)) return null
  const names = listFormat.format(own.map(({ name }) => name))
  const isOne = own.length === 1
  if (!isAnnouncedOn(day, category_ids)) return `${names} announces no papers on Saturdays and Sundays.`
  if (own.some(({ announcements: { closureReason } }) => closureReason(day) === 'holiday') && isOne)
    return `No announcement is expected on this day: ${names} has a holiday.`
  return own.every(({ id }) => announcements.some((one) => one.source === id && one.complete))
    ? `${names} announced no papers on this day.`
    : `${names} ${isOne ? 'has' : 'have'} not announced the papers of this day yet. Your next mail tells you when they are there.`
}

const listFormat = new Intl.ListFormat('en-GB')
