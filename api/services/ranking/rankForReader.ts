import type { Reason } from '../../contract/reasons.ts'
import type { Adjustment, Order, RankingComparison } from '../../contract/taste.ts'
import {
  adjustTaste,
  emptyTaste,
  countTerms,
  featureOf,
  rankDay,
  type LessOf,
  type RankedCard,
  type ReaderOfDay,
  type StrandOfDay,
  type Taste,
} from '../../ranking/ranker.ts'
import { draftTeams, type Team } from '../../ranking/teamDraft.ts'
import { seededRandom } from '../../ranking/features/random.ts'
import type { MixedOrder } from '../../store/readers/deliveries.ts'
import { findInteractions } from '../../store/readers/interactions.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'
import type { Reader } from '../../store/readers/users.ts'
import { plainText, toSegments } from '../../text/segments.ts'
import { withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { NO_MODEL, type FittedModel, type ReaderTaste } from './fitting.ts'
import { findInterests, findPeople, type PeopleOfDay } from './interestsOfDay.ts'
import type { RankingDay } from './rankingDay.ts'
import { toStrandsOfDay } from './strandModels.ts'

export interface OrderedCard {
  paper_id: string
  score: number
  reasons: Reason[]
  from_next_door: boolean
  /** In a mixed list: the order that put it there. */
  team?: Team
}

export interface ReaderOrder {
  cards: OrderedCard[]
  /** The two orders that the list was mixed from, to compare them; null for most lists. */
  mixed: { a: Order; b: Order } | null
}

/** How a list was mixed, as it is stored with the cards that are shown. */
export const describeMix = ({ mixed }: ReaderOrder, shown: readonly OrderedCard[]): MixedOrder | null =>
  mixed && { ...mixed, teams: shown.map(({ team }) => team ?? '-').join('') }

/** Cards that a reader looks at in the default budget: they differ from each other, and three of them are explored. */
const TOP = 40

interface Options {
  /** Of `readTastes`; absent for a reader who has done nothing yet. */
  taste: ReaderTaste | undefined
  /** Ids of the papers to rank. */
  candidates: readonly string[]
  /** Number of cards that get reasons. */
  explained: number
  /**
   * The papers of the day in the reader's categories and topics, read now: a topic gets papers without a change of them,
   * which the prepared day does not notice. Up to two of the other papers are added; without this option none.
   */
  inside?: readonly { id: string }[]
  /** The two orders that a small share of the lists mixes, and this share; without it none does. */
  compare?: RankingComparison
  /** Cards of the list that the result is added to. */
  before?: readonly Pick<OrderedCard, 'reasons'>[]
  /** In place of the reader's stored adjustments. */
  adjustments?: readonly Adjustment[]
}

/**
 * The order of a day's candidates for a reader, each once, best first, with reasons: the one order of deliveries,
 * `GET /papers/for-me`, mails, previews and the catch-up. Deterministic for a reader, a day and what the reader did.
 */
export async function rankForReader(day: RankingDay, reader: Reader, options: Options): Promise<ReaderOrder> {
  const { record, model = NO_MODEL } = options.taste ?? {}
  const { taste, less, topics } = obeyAdjustments(model, options.adjustments ?? record?.adjustments ?? [])
  const strands = record ? toStrandsOfDay(model.strands, record.strands.kept) : []
  const people = await findPeople(day, reader)
  const ofDay = describeReader(day, reader, { ...options, adjusted: taste, less, topics, strands, people })
  const ranked = await withoutKnown(reader._id, rankDay(day.index, ofDay))
  const cards = askFew([...ranked.map(toCard(model)), ...listUnknown(day, options.candidates)], options.before)
  if (!options.compare || taste.state === 'prior') return { cards, mixed: null }
  return compareOrders(day, options.compare, { ofDay, cards, coin: seededRandom(hashSeed(ofDay.seed)) })
}

/** What the adjustments say beside the weights of the model. */
interface Wishes {
  less: LessOf[]
  /** Typed topics that are not lowered or forgotten. */
  topics: string[]
}

/** What is taken off a paper about a lowered term, in standard deviations of the day's scores. */
const LOWERED = 1

const isQuiet = ({ kind, action }: Adjustment) => kind === 'term' && (action === 'lower' || action === 'forget')

/** The taste with the reader's adjustments. Terms that are lowered or forgotten count nothing by themselves: see `takeOff`. */
function obeyAdjustments(
  { taste, titles, topics }: FittedModel,
  adjustments: readonly Adjustment[],
): { taste: Taste } & Wishes {
  const quiet = adjustments.filter(isQuiet)
  const less = quiet.flatMap(({ key, action }): LessOf[] => {
    const id = featureOf('term', key)
    if (id === null) return []
    const isAbout = (paper: string) => countTerms({ title: titles[paper] ?? '', abstract: '' }).ids.includes(id)
    const liked = [...taste.profile.ids.keys()].filter((at) => isAbout(taste.profile.ids[at]!))
    return [{ id, liked, push: action === 'lower' ? LOWERED : 0 }]
  })
  const silent = new Set(less.map(({ id }) => id))
  return {
    taste: adjustTaste(
      taste,
      adjustments.map((one) => (isQuiet(one) ? { ...one, action: 'forget' } : one)),
    ),
    less,
    topics: topics.filter((topic) => !silent.has(featureOf('term', topic) ?? NaN)),
  }
}

function describeReader(
  day: RankingDay,
  { _id, category_ids, interests }: Reader,
  {
    candidates,
    inside,
    explained,
    adjusted,
    less,
    topics,
    strands,
    people,
  }: Options & { adjusted: Taste; strands: StrandOfDay[]; people: PeopleOfDay } & Wishes,
): ReaderOfDay {
  const positions = Uint32Array.from(candidates.flatMap((id) => day.positions.get(id) ?? [])).sort()
  const { matches, isMuted } = findInterests(day, { interests, topics, people })
  const isInside = new Uint8Array(day.papers.length)
  for (const { id } of inside ?? []) {
    const position = day.positions.get(id)
    if (position !== undefined) isInside[position] = 1
  }
  const outside = inside ? day.firstSeen.filter((position) => !isInside[position] && !isMuted(position)) : []
  return {
    candidates: positions,
    nextDoor: Uint32Array.from(outside),
    taste: adjusted,
    categories: [...withCanonicalIds(category_ids)],
    matches,
    less,
    strands,
    length: TOP,
    explained,
    seed: `${_id} ${day.name}`,
  }
}

/** Leaves out papers from next door that the reader knows already: found by a search, or by a link. */
async function withoutKnown(userId: string, ranked: RankedCard[]): Promise<RankedCard[]> {
  const ids = ranked.flatMap(({ id, from_next_door }) => (from_next_door ? [id] : []))
  if (ids.length === 0) return ranked
  const [interactions, saved] = await Promise.all([findInteractions(userId, ids), findSavedItems(userId, ids)])
  return ranked.filter(({ id, from_next_door }) => !from_next_door || !(interactions.has(id) || saved.has(id)))
}

/** A reason of closeness names the paper by its title, formulas as plain text. */
const toCard =
  ({ titles }: FittedModel) =>
  ({ id, score, reasons, from_next_door }: RankedCard): OrderedCard => ({
    paper_id: id,
    score,
    reasons: reasons.map((reason) =>
      reason.kind === 'near'
        ? { ...reason, text: plainText(toSegments(titles[reason.paper_id ?? ''] ?? reason.text)) }
        : reason,
    ),
    from_next_door,
  })

/** Cards of a list that ask whether an author is the person whom the reader follows. */
const ASKED_MAX = 2

const asks = ({ reasons }: Pick<OrderedCard, 'reasons'>) => reasons.some(({ followed }) => followed !== undefined)

/** Only the first few ask: a reader of many common names has more of them than is worth the trouble. */
function askFew(cards: OrderedCard[], before: readonly Pick<OrderedCard, 'reasons'>[] = []): OrderedCard[] {
  let asked = before.filter(asks).length
  return cards.map((card) => {
    if (!asks(card) || ++asked <= ASKED_MAX) return card
    return { ...card, reasons: card.reasons.map(({ followed: _followed, ...reason }) => reason) }
  })
}

/** Candidates that were stored after the day was prepared: last, so that none is lost. */
const listUnknown = (day: RankingDay, candidates: readonly string[]): OrderedCard[] =>
  candidates
    .filter((id) => !day.positions.has(id))
    .map((paper_id) => ({ paper_id, score: 0, reasons: [], from_next_door: false }))

/**
 * For the chosen share of readers and days, the two orders that are compared now, mixed. Every card keeps the score and
 * the reasons of the ranked order. Papers from next door stay in their places: they are in one of the orders only.
 */
function compareOrders(
  day: RankingDay,
  { a, b, share }: RankingComparison,
  { ofDay, cards, coin }: { ofDay: ReaderOfDay; cards: OrderedCard[]; coin: () => number },
): ReaderOrder {
  if (coin() >= share) return { cards, mixed: null }
  const own = new Map(cards.map((card) => [card.paper_id, card]))
  const orderBy = (order: Order) => listOrder(day, { order, ofDay, cards }).filter((id) => own.has(id))
  const drafted = draftTeams(orderBy(a), orderBy(b), coin)
  const mixedCards = drafted.flatMap(({ item, team }): OrderedCard[] => {
    const card = own.get(item)
    return card ? [{ ...card, team }] : []
  })
  for (const [rank, card] of cards.entries()) if (card.from_next_door) mixedCards.splice(rank, 0, card)
  return { cards: mixedCards, mixed: { a, b } }
}

/** The ids of the candidates in one of the orders that can be compared. */
function listOrder(
  day: RankingDay,
  { order, ofDay, cards }: { order: Order; ofDay: ReaderOfDay; cards: readonly OrderedCard[] },
): string[] {
  const ownIds = cards.flatMap(({ paper_id, from_next_door }) => (from_next_door ? [] : [paper_id]))
  if (order === 'ranked') return ownIds
  // The positions are in the order of time.
  if (order === 'time') return ownIds.toSorted((one, other) => positionOf(day, one) - positionOf(day, other))
  const taste = order === 'prior' ? emptyTaste() : { ...ofDay.taste, space: null }
  return rankDay(day.index, { ...ofDay, taste, strands: [], nextDoor: new Uint32Array() }).map(({ id }) => id)
}

const positionOf = (day: RankingDay, id: string) => day.positions.get(id) ?? Infinity

/** A number for `seededRandom`: FNV-1a. */
function hashSeed(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
