import type { Paper } from '../../contract/papers.ts'
import type { Adjustment } from '../../contract/taste.ts'
import { addDays } from '../../platform/clock.ts'
import { log as processLog, type Log } from '../../platform/log.ts'
import { deliveryCards, deliverySeconds } from '../../platform/metrics.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { AppError } from '../../platform/errors.ts'
import { isEarlierDayWaiting } from '../../store/jobs/jobs.ts'
import { countAnnounced, findAnnouncementsSince } from '../../store/papers/announcements.ts'
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
  findPapers,
  type PaperRecord,
} from '../../store/papers/papers.ts'
import { findFirstNewId } from '../../store/papers/paperFacts.ts'
import { findSavedPaperIds } from '../../store/readers/readingList.ts'
import { iterateUsers, findUsers, type UserRecord } from '../../store/readers/users.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { describeMix, rankForReader, type OrderedCard } from '../taste/rankForReader.ts'
import { readRankingDay, type RankingDay } from '../taste/rankingDay.ts'
import { countLedger, NEW_DAYS_MAX, sortCandidates, type ReaderHistory } from './candidates.ts'
import { isDeliverable } from './deliverable.ts'
import type { Product } from '../product.ts'

/** Most cards of one delivery. Lower ranked papers are in the ledger bucket `below_cut`. */
export const DELIVERY_MAX = 300
const SAVE_EVERY = 50

/** The papers announced on a day, read once for all readers. */
interface DayPapers {
  papers: readonly PaperRecord[]
  total: number
  firstNewId: string | null
  ranking: RankingDay
}

/**
 * Returns the user's delivery of `day`. The first call, by the job or by a page view, creates and stores it. A later
 * call extends it when the user chose more categories or more papers of the day were stored: new cards are added after
 * the existing ones. No paper is on cards of two days of the same user. Safe to repeat and to call concurrently.
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

interface DeliverCheckpoint {
  after: string
  done: number
}

/**
 * Delivers `day` to every user whose archives are complete on it. Resumes after the user in the checkpoint; existing
 * cards are kept. Papers that are stored meanwhile are delivered, too. Throws "unavailable" while the cards of an
 * earlier day are made: a paper announced on both days belongs to the earlier one.
 */
export async function deliverAll(_product: Product, day: string, run: JobContext): Promise<void> {
  if (await isEarlierDayWaiting(day))
    throw new AppError('unavailable', 'The cards of an earlier day are made first.', { retryAfter: 1, refused: true })
  for (let resumed = run.checkpoint as DeliverCheckpoint | null; ; resumed = null) {
    const dayPapers = await readDay(day)
    await deliverToUsers(day, { dayPapers, resumed, run })
    if ((await countAnnounced(day)) <= dayPapers.total) return
  }
}

async function deliverToUsers(
  day: string,
  { dayPapers, resumed, run }: { dayPapers: DayPapers; resumed: DeliverCheckpoint | null; run: JobContext },
): Promise<void> {
  const announcements = (await findAnnouncementsSince(day)).filter((one) => one.day === day)
  const { total } = await findUsers({ skip: 0, limit: 1 })
  let done = resumed?.done ?? 0
  for await (const user of iterateUsers()) {
    if (resumed && user._id <= resumed.after) continue
    run.signal.throwIfAborted()
    if (isDeliverable(user.category_ids, announcements)) {
      const { added, isUnchanged } = await deliver(user, day, { dayPapers, log: run.log })
      run.count('delivered', added)
      run.count('readers', 1)
      if (isUnchanged) {
        run.count('unchanged', 1)
        run.log.info({ user_id: user._id, day, reason: 'up to date' }, 'delivery skipped')
      }
    } else run.log.info({ user_id: user._id, day, reason: 'an archive is missing' }, 'delivery postponed')
    done += 1
    if (done % SAVE_EVERY > 0) continue
    await run.save({ after: user._id, done })
    await run.progress({ done, total: Math.max(done, total), unit: 'readers', step: `cards of ${day}` })
  }
  await run.progress({ done, total: done, unit: 'readers', step: `cards of ${day}` })
}

/**
 * Ranks the papers of the newest announcement for the user, whether delivered or not, with the stored adjustments of the
 * taste or the given ones. Stores nothing.
 */
export async function rankForMe(
  _product: Product,
  user: UserRecord,
  limit: number,
  adjustments?: readonly Adjustment[],
): Promise<{ day: string | null; papers: Map<string, Paper>; cards: DeliveredCard[] }> {
  const [day = null] = await findAnnouncementDays(1)
  if (day === null) return { day, papers: new Map(), cards: [] }
  const wanted = withCanonical(user.category_ids)
  const announced = await findAnnounced(day, [...wanted])
  const history = await readHistory(user, announced)
  const { candidates } = sortCandidates(announced, {
    user,
    day,
    wanted,
    firstNewId: await findFirstNewIdOf(day),
    history,
    shownIds: new Set(),
  })
  const ranking = await readRankingDay(day)
  const { cards: ranked } = await rankForReader(ranking, user, {
    candidates: candidates.map(({ _id }) => _id),
    length: limit,
    nextDoor: true,
    ...(adjustments && { adjustments }),
  })
  const cards = ranked.slice(0, limit).map((card, index) => ({ ...card, rank: index + 1 }))
  return { day, papers: await findPapers(cards.map(({ paper_id }) => paper_id)), cards }
}

async function deliver(
  user: UserRecord,
  day: string,
  context: { dayPapers?: DayPapers; log: Log },
): Promise<{ delivery: DeliveryRecord; added: number; isUnchanged: boolean }> {
  const { dayPapers, log } = context
  const started = performance.now()
  const total = dayPapers?.total ?? (await countAnnounced(day))
  const existing = await findDelivery(user._id, day)
  if (existing !== null && isUpToDate(existing, user, total)) return { delivery: existing, added: 0, isUnchanged: true }

  const category_ids = [...new Set([...(existing?.category_ids ?? []), ...user.category_ids])]
  const wanted = withCanonical(category_ids)
  const papers = dayPapers
    ? dayPapers.papers.filter((paper) => paper.category_ids.some((id) => wanted.has(id)))
    : await findAnnounced(day, [...wanted])
  const contents = await makeCards(user, {
    day,
    papers,
    wanted,
    firstNewId: dayPapers?.firstNewId ?? (await findFirstNewIdOf(day)),
    ranking: dayPapers?.ranking ?? (await readRankingDay(day)),
    existing: existing?.cards ?? [],
  })
  const changes = { ...contents, category_ids, day_papers: total }
  const delivery = existing
    ? await extendDelivery(existing, changes)
    : await insertDelivery({ user_id: user._id, day, ...changes })
  // Another process stored a delivery meanwhile, with fewer papers or categories: extend that one.
  if (!isUpToDate(delivery, user, total)) return deliver(user, day, context)
  const cards = contents.cards.length
  const added = cards - (existing?.cards.length ?? 0)
  deliveryCards.observe(cards)
  deliverySeconds.observe((performance.now() - started) / 1000)
  log.info({ user_id: user._id, day, cards, added }, existing ? 'delivery extended' : 'delivery created')
  return { delivery, added, isUnchanged: false }
}

async function readDay(day: string): Promise<DayPapers> {
  // Counted before reading: papers stored in between are not counted, so a later call extends the delivery.
  const total = await countAnnounced(day)
  return { papers: await findAllAnnounced(day), total, firstNewId: await findFirstNewIdOf(day), ranking: await readRankingDay(day) }
}

const findFirstNewIdOf = (day: string) => findFirstNewId(addDays(day, -NEW_DAYS_MAX))

const isUpToDate = (delivery: DeliveryRecord, user: UserRecord, total: number) =>
  delivery.day_papers >= total && user.category_ids.every((id) => delivery.category_ids.includes(id))

const withCanonical = (ids: readonly string[]) => new Set(ids.flatMap((id) => [id, canonicalCategory(id) ?? id]))

interface DayContents {
  day: string
  papers: readonly PaperRecord[]
  /** The categories and topics to deliver. */
  wanted: ReadonlySet<string>
  firstNewId: string | null
  ranking: RankingDay
  existing: readonly DeliveredCard[]
}

async function makeCards(
  user: UserRecord,
  { day, papers, wanted, firstNewId, ranking, existing }: DayContents,
) {
  const shownIds = new Set(existing.map(({ paper_id }) => paper_id))
  const history = await readHistory(user, papers)
  const { candidates, buckets } = sortCandidates(papers, { user, day, wanted, firstNewId, history, shownIds })
  const cards = [...existing]
  // Later papers are added below the list, in their own order.
  const isFirst = existing.length === 0
  const order = await rankForReader(ranking, user, {
    candidates: candidates.map(({ _id }) => _id),
    length: DELIVERY_MAX,
    nextDoor: isFirst,
    compare: isFirst,
  })
  let ranked = order.cards
  const shown: OrderedCard[] = []
  while (ranked.length > 0 && cards.length < DELIVERY_MAX) {
    const next = ranked.slice(0, DELIVERY_MAX - cards.length)
    ranked = ranked.slice(next.length)
    // Two days may be delivered concurrently: a paper announced on both is shown on the day that claims it first.
    const claimed = await claimShown(
      user._id,
      next.map(({ paper_id }) => paper_id),
      day,
    )
    for (const card of next) {
      if (claimed.has(card.paper_id)) {
        const { team: _team, ...rest } = card
        cards.push({ ...rest, rank: cards.length + 1 })
        shown.push(card)
      } else if (!card.from_next_door) buckets.seen_before.push(card.paper_id)
    }
  }
  buckets.below_cut.push(...ranked.flatMap(({ paper_id, from_next_door }) => (from_next_door ? [] : [paper_id])))
  const ownCards = cards.filter(({ from_next_door }) => !from_next_door).length
  return {
    cards,
    places: buckets,
    ledger: countLedger(buckets, ownCards),
    ...(isFirst && { mixed: describeMix(order, shown) }),
  }
}


async function readHistory(user: UserRecord, papers: readonly PaperRecord[]): Promise<ReaderHistory> {
  const ids = papers.map(({ _id }) => _id)
  const [interactions, saved] = await Promise.all([findInteractions(user._id, ids), findSavedPaperIds(user._id)])
  return { interactions, savedIds: new Set(saved) }
}
