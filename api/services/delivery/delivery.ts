import type { Paper } from '../../contract/papers.ts'
import { log as processLog, type Log } from '../../platform/log.ts'
import { deliveryCards, deliverySeconds } from '../../platform/metrics.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { rank } from '../../ranking/rank.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import {
  extendDelivery,
  findDelivery,
  insertDelivery,
  type DeliveredCard,
  type DeliveryRecord,
} from '../../store/readers/deliveries.ts'
import { claimShown, findInteractions } from '../../store/readers/interactions.ts'
import {
  findAllAnnounced,
  findAnnounced,
  findAnnouncementDays,
  toPaper,
  type PaperRecord,
} from '../../store/papers/papers.ts'
import { findSavedPaperIds } from '../../store/readers/readingList.ts'
import { eachUser, findUsers, type UserRecord } from '../../store/readers/users.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { countLedger, sortCandidates, toRankingPaper, type ReaderHistory } from './candidates.ts'
import type { Product } from '../product.ts'

/** The longest list of a day. What is announced beyond it is found under "below the cut". */
export const DELIVERY_MAX = 300
const SAVE_EVERY = 50

/** What the library holds of a day; read once for many readers. */
interface DayPapers {
  papers: readonly PaperRecord[]
  total: number
}

/**
 * The reader's cards of `day`: made by whoever comes first, the job or a page view, and kept. It is extended when the
 * reader chose further categories or more papers of the day arrived: new cards stand behind the old ones, and no paper
 * is shown to a reader on two days. Safe to repeat and to call at the same time.
 */
export async function deliverDay(
  _product: Product,
  user: UserRecord,
  day: string,
  log: Log = processLog,
): Promise<DeliveryRecord> {
  const { delivery } = await deliver(user, day, { log })
  return delivery
}

/** Delivers `day` to every reader. Resumes after the last reader it noted; readers who have their cards keep them. */
export async function deliverAll(_product: Product, day: string, run: JobContext): Promise<void> {
  const known = await readDay(day)
  const { total } = await findUsers({ skip: 0, limit: 1 })
  const resumed = run.checkpoint as { after: string; done: number } | null
  let done = resumed?.done ?? 0
  for await (const user of eachUser()) {
    if (resumed && user._id <= resumed.after) continue
    run.signal.throwIfAborted()
    const { added, isUnchanged } = await deliver(user, day, { known, log: run.log })
    run.count('delivered', added)
    run.count('readers', 1)
    if (isUnchanged) {
      run.count('unchanged', 1)
      run.log.info({ user_id: user._id, day, reason: 'the reader has these cards' }, 'delivery skipped')
    }
    done += 1
    if (done % SAVE_EVERY > 0) continue
    await run.save({ after: user._id, done })
    await run.progress({ done, total: Math.max(done, total), unit: 'readers', step: `cards of ${day}` })
  }
  await run.progress({ done, total: done, unit: 'readers', step: `cards of ${day}` })
}

/** The newest announcement's papers as they rank for the reader now, whether delivered or not. Nothing is written. */
export async function rankForMe(
  _product: Product,
  user: UserRecord,
  limit: number,
): Promise<{ day: string | null; papers: Map<string, Paper>; cards: DeliveredCard[] }> {
  const [day = null] = await findAnnouncementDays(1)
  if (day === null) return { day, papers: new Map(), cards: [] }
  const announced = await findAnnounced(day, [...withCanonical(user.category_ids)])
  const past = await readPast(user, announced)
  const { candidates } = sortCandidates(announced, { user, day, past, shownIds: new Set() })
  const cards = rankCards(user, candidates).slice(0, limit)
  const byId = new Map(candidates.map((paper) => [paper._id, paper]))
  const papers = cards.flatMap(({ paper_id }) => byId.get(paper_id) ?? []).map(toPaper)
  return { day, papers: new Map(papers.map((paper) => [paper.id, paper])), cards }
}

async function deliver(
  user: UserRecord,
  day: string,
  context: { known?: DayPapers; log: Log },
): Promise<{ delivery: DeliveryRecord; added: number; isUnchanged: boolean }> {
  const { known, log } = context
  const started = performance.now()
  const total = known?.total ?? (await countAnnounced(day))
  const before = await findDelivery(user._id, day)
  if (before !== null && isUpToDate(before, user, total)) return { delivery: before, added: 0, isUnchanged: true }

  const category_ids = [...new Set([...(before?.category_ids ?? []), ...user.category_ids])]
  const wanted = withCanonical(category_ids)
  const papers = known
    ? known.papers.filter((paper) => paper.category_ids.some((id) => wanted.has(id)))
    : await findAnnounced(day, [...wanted])
  const made = await makeCards(user, { day, papers, held: before?.cards ?? [] })
  const changes = { ...made, category_ids, day_papers: total }
  const delivery = before
    ? await extendDelivery(before, changes)
    : await insertDelivery({ user_id: user._id, day, ...changes })
  // Another process was first, perhaps with fewer papers or categories: what is missing is added to its delivery.
  if (!isUpToDate(delivery, user, total)) return deliver(user, day, context)
  const cards = made.cards.length
  const added = cards - (before?.cards.length ?? 0)
  deliveryCards.observe(cards)
  deliverySeconds.observe((performance.now() - started) / 1000)
  log.info({ user_id: user._id, day, cards, added }, before ? 'delivery extended' : 'delivery made')
  return { delivery, added, isUnchanged: false }
}

async function readDay(day: string): Promise<DayPapers> {
  // Counted first: papers that arrive in between are then missing from the count, and a later call sees to them.
  const total = await countAnnounced(day)
  return { papers: await findAllAnnounced(day), total }
}

const isUpToDate = (delivery: DeliveryRecord, user: UserRecord, total: number) =>
  delivery.day_papers >= total && user.category_ids.every((id) => delivery.category_ids.includes(id))

const withCanonical = (ids: readonly string[]) => new Set(ids.flatMap((id) => [id, canonicalCategory(id) ?? id]))

async function makeCards(
  user: UserRecord,
  { day, papers, held }: { day: string; papers: readonly PaperRecord[]; held: readonly DeliveredCard[] },
) {
  const shownIds = new Set(held.map(({ paper_id }) => paper_id))
  const past = await readPast(user, papers)
  const { candidates, places } = sortCandidates(papers, { user, day, past, shownIds })
  const cards = [...held]
  let ranked = rankCards(user, candidates)
  while (ranked.length > 0 && cards.length < DELIVERY_MAX) {
    const next = ranked.slice(0, DELIVERY_MAX - cards.length)
    ranked = ranked.slice(next.length)
    // Two days may be delivered at the same time: a paper that both hold goes to the one that claims it.
    const won = await claimShown(
      user._id,
      next.map(({ paper_id }) => paper_id),
      day,
    )
    for (const card of next) {
      if (won.has(card.paper_id)) cards.push({ ...card, rank: cards.length + 1 })
      else places.seen_before.push(card.paper_id)
    }
  }
  places.below_cut.push(...ranked.map(({ paper_id }) => paper_id))
  return { cards, places, ledger: countLedger(places, cards.length) }
}

const rankCards = (user: UserRecord, candidates: readonly PaperRecord[]): DeliveredCard[] =>
  rank(candidates.map(toRankingPaper), user).map(({ id, score, reasons }, place) => ({
    paper_id: id,
    rank: place + 1,
    score,
    reasons,
    from_next_door: false,
  }))

async function readPast(user: UserRecord, papers: readonly PaperRecord[]): Promise<ReaderHistory> {
  const ids = papers.map(({ _id }) => _id)
  const [interactions, saved] = await Promise.all([findInteractions(user._id, ids), findSavedPaperIds(user._id)])
  return { interactions, savedIds: new Set(saved) }
}
