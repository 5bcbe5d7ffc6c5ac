import { setImmediate } from 'node:timers/promises'
import type { Adjustment, RankingComparison } from '../../contract/taste.ts'
import { log as processLog, type Log } from '../../platform/log.ts'
import { deliveryCards, deliverySeconds } from '../../platform/metrics.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import { findAnnouncementDays, findCardPapers, type CardPapers } from '../../store/papers/papers.ts'
import { findDelivery, type DeliveredCard, type DeliveryRecord } from '../../store/readers/deliveries.ts'
import {
  findDaysMutedOtherwise,
  findDelivered,
  findDeliveriesOf,
  findRevisions,
  writeDeliveries,
  type DeliveryWrite,
} from '../../store/readers/deliveryWrites.ts'
import type { Reader } from '../../store/readers/users.ts'
import { sourcesOf, withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { readTastes, type ReaderTaste } from '../ranking/fitting.ts'
import { readComparison } from '../ranking/orderWorth.ts'
import { describeMix, rankForReader, type OrderedCard } from '../ranking/rankForReader.ts'
import { readRankingDay, type RankingDay } from '../ranking/rankingDay.ts'
import { countLedger, findMuted, nameMutes, sortCandidates, type ReaderHistory } from './candidates.ts'
import { papersIn, readDay, type DayPapers } from './dayPapers.ts'
import { readHistories } from './histories.ts'

/** Most cards of one delivery. Lower ranked papers are in the ledger bucket `below_cut`. */
export const DELIVERY_MAX = 300
/** After this many ms of computing, requests and timers of the process get a turn. */
const TURN_MS = 10

/**
 * Returns the user's delivery of `day`. The first call, by the job or by a page view, creates and stores it. A later
 * call extends it when the user chose more categories, lifted a mute, or more papers of the day were stored: new cards are
 * added after the existing ones. Cards that the user has muted since are hidden, and shown again in their places when the
 * mute is lifted. No paper is on cards of two days of the same user. Safe to repeat and to call concurrently. `announced` is
 * `countAnnounced` of the day where the caller has read it.
 */
export async function deliverDay(
  user: Reader,
  day: string,
  { log = processLog, announced }: { log?: Log; announced?: number } = {},
): Promise<DeliveryRecord> {
  const stored = await findDelivery(user._id, day)
  if (stored && isUpToDate(stored, user, announced ?? (await countAnnounced(day)))) return stored
  await deliverToReaders([user], await readDay(day), log)
  return (await findDelivery(user._id, day)) ?? deliverDay(user, day, { log })
}

/** Lets the user's deliveries of these days obey the mutes of now. Returns how many of them did not. Makes none. */
export async function obeyMutes(user: Reader, days: readonly string[], log: Log = processLog): Promise<number> {
  const changed = await findDaysMutedOtherwise(user._id, days, nameMutes(user.interests))
  for (const day of changed) await deliverToReaders([user], await readDay(day), log)
  return changed.length
}

/**
 * Ranks the papers of the newest announcement for the user, whether delivered or not, with the stored adjustments of the
 * taste or the given ones, and returns a page of them; `total` is the number of all ranked. Stores nothing.
 */
export async function rankForMe(
  user: Reader,
  { skip = 0, limit, adjustments }: { skip?: number; limit: number; adjustments?: readonly Adjustment[] },
): Promise<{ day: string | null; shown: CardPapers; cards: DeliveredCard[]; total: number }> {
  const [day = null] = await findAnnouncementDays(1, sourcesOf(user.category_ids))
  if (day === null) return { day, shown: await findCardPapers([]), cards: [], total: 0 }
  const wanted = withCanonicalIds(user.category_ids)
  const dayPapers = await readDay(day, [...wanted])
  const historyOf = await readHistories(dayPapers, new Map([[user._id, wanted]]))
  const history = historyOf(user._id)
  const muted = await findMuted(dayPapers, user)
  const inside = papersIn(dayPapers, wanted)
  const { candidates } = sortCandidates(inside, { muted, wanted, history, cardIds: new Set() })
  const [ranking, tastes] = [await readRankingDay(day), await readTastes([user._id])]
  const { cards: ranked } = await rankForReader(ranking, user, {
    taste: tastes.get(user._id),
    candidates: candidates.map(({ id }) => id),
    explained: skip + limit,
    inside,
    ...(adjustments && { adjustments }),
  })
  const cards = ranked.map((card, index) => ({ ...card, rank: index + 1 })).slice(skip, skip + limit)
  return { day, shown: await findCardPapers(cards.map(({ paper_id }) => paper_id)), cards, total: ranked.length }
}

/** What became of a reader's delivery. */
interface Outcome {
  /** Number of new cards. */
  added: number
  /** It contains all papers of the day already. */
  isUnchanged: boolean
}

/**
 * Creates or extends the deliveries of these readers, whose ids should be near each other. A delivery that another
 * process made or changed at the same time is computed again.
 */
export async function deliverToReaders(
  readers: readonly Reader[],
  dayPapers: DayPapers,
  log: Log,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (let left = readers; left.length > 0;) {
    const refused = await deliverOnce(left, { dayPapers, log, outcomes })
    left = left.filter(({ _id }) => refused.has(_id))
  }
  return outcomes
}

interface Context {
  dayPapers: DayPapers
  log: Log
  outcomes: Map<string, Outcome>
}

/** Returns the readers whose deliveries must be computed again. */
async function deliverOnce(readers: readonly Reader[], { dayPapers, log, outcomes }: Context): Promise<Set<string>> {
  const started = performance.now()
  const { day, total } = dayPapers
  const ids = readers.map(({ _id }) => _id).toSorted()
  // Read before everything else: `writeDeliveries` refuses what another process may have changed since.
  const revisions = await findRevisions(ids[0] ?? '', ids.at(-1) ?? '')
  const delivered = await findDelivered(ids, day)
  const due = readers.filter((reader) => {
    const before = delivered.get(reader._id)
    const isUnchanged = before !== undefined && isUpToDate(before, reader, total)
    if (isUnchanged) outcomes.set(reader._id, { added: 0, isUnchanged })
    return !isUnchanged
  })
  if (due.length === 0) return new Set()
  const existing = await findDeliveriesOf(
    due.flatMap(({ _id }) => (delivered.has(_id) ? _id : [])),
    day,
  )
  const categoriesBy = new Map(
    due.map(({ _id, category_ids }) => [
      _id,
      [...new Set([...(existing.get(_id)?.category_ids ?? []), ...category_ids])],
    ]),
  )
  const wantedBy = new Map([...categoriesBy].map(([id, categoryIds]) => [id, withCanonicalIds(categoryIds)]))
  const historyOf = await readHistories(dayPapers, wantedBy)
  const [ranking, tastes] = [await readRankingDay(day), await readTastes(due.map(({ _id }) => _id))]
  const comparison = await readComparison()
  const writes: DeliveryWrite[] = []
  let turn = performance.now()
  for (const reader of due) {
    const { _id } = reader
    const before = existing.get(_id) ?? null
    const contents = await makeCards(reader, {
      dayPapers,
      wanted: wantedBy.get(_id) ?? new Set(),
      history: historyOf(_id),
      before,
      ranking,
      taste: tastes.get(_id),
      comparison,
    })
    const category_ids = categoriesBy.get(_id) ?? []
    const newest = revisions.get(_id) ?? 0
    const mutes = nameMutes(reader.interests)
    writes.push({ user_id: _id, day, category_ids, mutes, day_papers: total, newest, before, ...contents })
    if (performance.now() - turn < TURN_MS) continue
    await setImmediate()
    turn = performance.now()
  }
  const refused = await writeDeliveries(writes)
  const seconds = (performance.now() - started) / 1000 / writes.length
  for (const { user_id, cards, before } of writes) {
    if (refused.has(user_id)) continue
    const added = cards.length - (existing.get(user_id)?.all_cards.length ?? 0)
    outcomes.set(user_id, { added, isUnchanged: false })
    deliveryCards.observe(cards.length)
    deliverySeconds.observe(seconds)
    log.info({ user_id, day, cards: cards.length, added }, before ? 'delivery extended' : 'delivery created')
  }
  return refused
}

/**
 * Whether the delivery has all papers of the day, of which `countAnnounced` is `total`, and obeys the reader's mutes. A
 * pruned one stays as it is.
 */
export const isUpToDate = (
  { day_papers, category_ids, mutes }: Pick<DeliveryRecord, 'day_papers' | 'category_ids' | 'mutes'>,
  reader: Reader,
  total: number,
) =>
  day_papers === null ||
  (day_papers >= total &&
    reader.category_ids.every((id) => category_ids.includes(id)) &&
    mutes === nameMutes(reader.interests))

const inLedger = (cards: readonly DeliveredCard[]) => cards.filter(({ from_next_door }) => !from_next_door)

interface DayOfReader {
  dayPapers: DayPapers
  /** The categories and topics to deliver. */
  wanted: ReadonlySet<string>
  history: ReaderHistory
  before: DeliveryRecord | null
  ranking: RankingDay
  taste: ReaderTaste | undefined
  comparison: RankingComparison
}

async function makeCards(
  reader: Reader,
  { dayPapers, wanted, history, before, ranking, taste, comparison }: DayOfReader,
) {
  const existing = before?.all_cards ?? []
  const { paperOf } = dayPapers
  const cardIds = new Set(existing.map(({ paper_id }) => paperOf(paper_id)))
  const first = new Map(existing.toReversed().map(({ paper_id }) => [paperOf(paper_id), paper_id]))
  const muted = await findMuted(dayPapers, reader)
  const inside = papersIn(dayPapers, wanted)
  const { candidates, buckets } = sortCandidates(inside, { muted, wanted, history, cardIds })
  const cards = [...existing]
  // Papers that are stored later come below the list, in their own order.
  const order = await rankForReader(ranking, reader, {
    taste,
    candidates: candidates.map(({ id }) => id),
    explained: DELIVERY_MAX,
    before: existing,
    ...(existing.length === 0 && { inside, compare: comparison }),
  })
  const added: OrderedCard[] = []
  for (const card of order.cards) {
    if (cards.length < DELIVERY_MAX) {
      cards.push({ ...card, rank: cards.length + 1 })
      added.push(card)
    } else if (!card.from_next_door) buckets.below_cut.push(card.paper_id)
  }
  // Two cards of what turned out to be one paper.
  const twice = existing.filter(({ paper_id }) => first.get(paperOf(paper_id)) !== paper_id)
  const isMuted = (id: string) => muted.has(id) && !history.saved?.has(id)
  const unwanted = existing.filter((card) => isMuted(paperOf(card.paper_id)) && !twice.includes(card))
  const hidden = [...twice, ...unwanted]
  buckets.seen_before.push(...inLedger(twice).map(({ paper_id }) => paper_id))
  buckets.muted.push(...inLedger(unwanted).map(({ paper_id }) => paper_id))
  const shown = inLedger(cards).length - inLedger(hidden).length
  const mixed = describeMix(order, added)
  return {
    cards,
    hidden: hidden.map(({ paper_id }) => paper_id),
    places: buckets,
    ledger: countLedger(buckets, shown),
    ...(mixed && { mixed }),
  }
}
