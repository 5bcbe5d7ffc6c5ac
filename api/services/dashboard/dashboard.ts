import { findStrand } from '../../contract/reasons.ts'
import type { Dashboard, DayEntry, DayTopic, Ledger } from '../../contract/dashboard.ts'
import type { Card, CardState } from '../../contract/papers.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { extentOf } from '../../store/papers/announcements.ts'
import { readRecentAnnouncements, type RecentAnnouncements } from '../../store/papers/recentAnnouncements.ts'
import { findComingWork } from '../../store/jobs/jobLists.ts'
import { findDelivery, findDeliveryDays, type DeliveredCard } from '../../store/readers/deliveries.ts'
import { findAliases, type Aliases } from '../../store/papers/joins.ts'
import { findOutlines } from '../../store/papers/paperFacts.ts'
import { findCardPapers } from '../../store/papers/papers.ts'
import { findListed, findNextToRead, type ListedItem } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findCardStates, toCards } from '../papers/cards.ts'
import { findComingDays } from './comingDays.ts'
import { findDaysSinceVisit, offerCatchUp } from './catchUp.ts'
import { announcingFor, firstReportedDay, isDeliverable, newestExpectedDay } from '../days/deliverable.ts'
import { deliverDay } from '../delivery/delivery.ts'
import { findTopicsAmong } from '../delivery/followedTopics.ts'
import { describeFreshness } from '../days/freshness.ts'
import { nameByPaper, nameCardsBy } from '../joining/readerPapers.ts'
import { findUpdatesSince } from '../readingList/paperUpdates.ts'
import { spendBudget } from './readingBudget.ts'
import type { Product } from '../product.ts'
import { toItems } from '../readingList/readingList.ts'
import { sourcesOf } from '../../text/taxonomy/taxonomy.ts'

const CHART_DAYS = 30
const NEXT_TO_READ = 3
const EMPTY_LEDGER: Ledger = {
  announced: 0,
  shown: 0,
  seen_before: 0,
  saved_before: 0,
  dismissed_before: 0,
  older_version: 0,
  cross_list: 0,
  muted: 0,
  below_cut: 0,
}

/**
 * Returns the reader's start page for `day`, by default the newest complete day, with its first `first` cards, by
 * default all. Creates the delivery of a complete day if the job has not done so yet.
 */
export async function getDashboard(
  product: Pick<Product, 'config' | 'sources'>,
  user: UserRecord,
  { day, first = Infinity }: { day?: string; first?: number },
): Promise<Dashboard> {
  const own = announcingFor(product.sources, user.category_ids)
  const recent = await readRecentAnnouncements(firstReportedDay(own))
  const shownDay = day ?? (await chooseDay(recent, own, user))
  const announcements = await recent.of(shownDay)
  // Until then its other papers would be added as late papers, in a worse order.
  const delivery = await (isDeliverable(user.category_ids, announcements)
    ? deliverDay(user, shownDay, { announced: announcements.reduce((sum, one) => sum + extentOf(one), 0) })
    : findDelivery(user._id, shownDay))
  const cards = delivery?.cards ?? []
  const [{ categories: categoriesOf, aliases }, listed, work] = await Promise.all([
    findOutlines(cards.map(({ paper_id }) => paper_id)),
    findListed(user._id),
    findComingWork(),
  ])
  const delivered = nameCardsBy(aliases, cards)
  const ids = delivered.map(({ paper_id }) => paper_id)
  const items = new Map(listed.map(({ _id, paper_id }) => [paper_id, _id]))
  const stateOf = await findCardStates(user._id, ids, { aliases, items })
  const outline: DayEntry[] = ids.flatMap((paper_id) => {
    const categories = categoriesOf.get(paper_id)
    // Not the papers that are no longer in the library.
    return categories ? [{ paper_id, categories, state: stateOf(paper_id) }] : []
  })

  const strands = findStrandsAmong(delivered)
  const reading = countStatuses(listed)
  const [shownCards, topics, neighbours, freshness, coming, sinceLastVisit, nextToRead, paperUpdates, papersByDay] =
    await Promise.all([
      readCards(user, {
        day: shownDay,
        delivered,
        paper_ids: outline.slice(0, first).map(({ paper_id }) => paper_id),
        aliases,
        stateOf,
      }),
      findTopicsAmong(
        user,
        outline.map(({ paper_id }) => paper_id),
      ),
      recent.around(shownDay, sourcesOf(user.category_ids)),
      describeFreshness(product, user, { day: shownDay, announcements, recent, work, empty: outline.length === 0 }),
      findComingDays(product.sources, user, work),
      findDaysSinceVisit(user, recent.since),
      reading.to_read > 0 ? findNextToRead(user._id, NEXT_TO_READ).then(toItems) : [],
      findUpdatesSince(user._id, new Map(listed.map(({ paper_id, known }) => [paper_id, known]))),
      findDeliveryDays(user._id, CHART_DAYS),
    ])
  const catchUp = await offerCatchUp(user, sinceLastVisit, coming)
  return {
    day: shownDay,
    ...(neighbours.previous !== undefined && { previous_day: neighbours.previous }),
    ...(neighbours.next !== undefined && { next_day: neighbours.next }),
    freshness: { ...freshness, ...(coming.length > 0 && { coming_days: coming }) },
    cards: shownCards,
    outline,
    ...(topics.length > 0 && { topics }),
    ...(strands.length > 0 && { strands }),
    ledger: delivery?.ledger ?? EMPTY_LEDGER,
    unseen_today: outline.filter(({ state }) => !state.seen && !state.dismissed).length,
    since_last_visit: {
      from: sinceLastVisit.from?.toISOString() ?? null,
      count: sinceLastVisit.days.reduce((sum, { delivered }) => sum + delivered, 0),
    },
    reading,
    next_to_read: nextToRead,
    living: paperUpdates,
    budget: spendBudget(user, outline.length),
    ...(delivery?.mixed && { mixed: true }),
    ...(catchUp && { catch_up: catchUp }),
    papers_by_day: papersByDay.toReversed(),
  }
}

function countStatuses(items: readonly ListedItem[]): Dashboard['reading'] {
  const counts = { to_read: 0, reading: 0, done: 0 }
  for (const { status } of items) counts[status] += 1
  return counts
}

/** The interests that the cards belong to, in the order of their first cards, with the names of that day. */
function findStrandsAmong(delivered: readonly DeliveredCard[]): DayTopic[] {
  const found = new Map<string, DayTopic>()
  for (const { paper_id, reasons } of delivered) {
    const own = findStrand(reasons)
    if (own === null) continue
    const strand = found.get(own.id) ?? { ...own, paper_ids: [] }
    strand.paper_ids.push(paper_id)
    found.set(own.id, strand)
  }
  return [...found.values()]
}

/**
 * Returns the cards of these papers on `day`, in the order of `paper_ids`. Omits papers that were not delivered to the
 * reader on this day. The caller names them, so that a change of the list between two pages neither repeats nor omits
 * a paper.
 */
export async function getDayCards(
  user: UserRecord,
  { day, paper_ids }: { day: string; paper_ids: readonly string[] },
): Promise<Card[]> {
  const delivery = await findDelivery(user._id, day)
  const { paperOf } = await findAliases(paper_ids)
  const delivered = await nameByPaper(delivery?.cards ?? [])
  return readCards(user, { day, delivered, paper_ids: paper_ids.map(paperOf) })
}

interface WantedCards {
  day: string
  delivered: readonly DeliveredCard[]
  paper_ids: readonly string[]
  /** The aliases of the papers, and the states of the cards; by default they are read. */
  aliases?: Aliases
  stateOf?: (id: string) => CardState
}

async function readCards(user: UserRecord, { delivered, paper_ids, ...day }: WantedCards): Promise<Card[]> {
  const shown = await findCardPapers(paper_ids)
  const byId = new Map(delivered.map((card) => [card.paper_id, card]))
  return toCards(user, { shown, cards: paper_ids.flatMap((id) => byId.get(id) ?? []), ...day })
}

/** The newest announcement day that can be shown, or the one before; without any, the day expected by now. */
async function chooseDay(
  recent: RecentAnnouncements,
  own: readonly AnnouncingSource[],
  { category_ids }: UserRecord,
): Promise<string> {
  const wanted = sourcesOf(category_ids)
  const newest = await recent.newest(wanted)
  if (newest === null) return newestExpectedDay(own)
  const isShown = category_ids.length === 0 && newest.complete
  if (isShown || isDeliverable(category_ids, await recent.of(newest.day))) return newest.day
  return (await recent.around(newest.day, wanted)).previous ?? newest.day
}
