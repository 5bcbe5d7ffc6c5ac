import { findStrand } from '../../contract/reasons.ts'
import type { Dashboard, DayEntry, DayTopic, Ledger } from '../../contract/dashboard.ts'
import type { Card, CardState } from '../../contract/papers.ts'
import {
  findAnnouncementDaysAround,
  findAnnouncementsOf,
  findNewestAnnouncement,
} from '../../store/papers/announcements.ts'
import { findDelivery, findDeliveryDays, type DeliveredCard } from '../../store/readers/deliveries.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPaperCategories } from '../../store/papers/paperFacts.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { countReading, findNextToRead } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findCardStates, toCards } from '../papers/cards.ts'
import { findComingDays } from './comingDays.ts'
import { findDaysSinceVisit, offerCatchUp } from './catchUp.ts'
import { announcingFor, isDeliverable, newestExpectedDay } from '../days/deliverable.ts'
import { deliverDay } from '../delivery/delivery.ts'
import { findTopicsAmong } from '../delivery/followedTopics.ts'
import { describeFreshness } from '../days/freshness.ts'
import { nameByPaper, nameCards } from '../joining/readerPapers.ts'
import { findPaperUpdates } from '../readingList/paperUpdates.ts'
import { spendBudget } from './readingBudget.ts'
import type { Product, Sources } from '../product.ts'
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
  const { day: shownDay, announcements } =
    day === undefined ? await readDefaultDay(product.sources, user) : await readAnnouncements(day)
  // Until then its other papers would be added as late papers, in a worse order.
  const delivery = await (isDeliverable(user.category_ids, announcements)
    ? deliverDay(user, shownDay)
    : findDelivery(user._id, shownDay))
  const { named: delivered, aliases } = await nameCards(delivery?.cards ?? [])
  const ids = delivered.map(({ paper_id }) => paper_id)
  const [categoriesOf, stateOf] = await Promise.all([findPaperCategories(ids), findCardStates(user._id, ids, aliases)])
  const outline: DayEntry[] = ids.flatMap((paper_id) => {
    const categories = categoriesOf.get(paper_id)
    // Not the papers that are no longer in the library.
    return categories ? [{ paper_id, categories, state: stateOf(paper_id) }] : []
  })

  const strands = findStrandsAmong(delivered)
  const [cards, topics, neighbours, freshness, coming, sinceLastVisit, reading, nextToRead, paperUpdates, papersByDay] =
    await Promise.all([
      readCards(user, {
        day: shownDay,
        delivered,
        paper_ids: outline.slice(0, first).map(({ paper_id }) => paper_id),
        stateOf,
      }),
      findTopicsAmong(
        user,
        outline.map(({ paper_id }) => paper_id),
      ),
      findAnnouncementDaysAround(shownDay, sourcesOf(user.category_ids)),
      describeFreshness(product, user, { day: shownDay, announcements, empty: outline.length === 0 }),
      findComingDays(product.sources, user),
      findDaysSinceVisit(user),
      countReading(user._id),
      findNextToRead(user._id, NEXT_TO_READ).then(toItems),
      findPaperUpdates(user._id),
      findDeliveryDays(user._id, CHART_DAYS),
    ])
  const catchUp = await offerCatchUp(user, sinceLastVisit, coming)
  return {
    day: shownDay,
    ...(neighbours.previous !== undefined && { previous_day: neighbours.previous }),
    ...(neighbours.next !== undefined && { next_day: neighbours.next }),
    freshness: { ...freshness, ...(coming.length > 0 && { coming_days: coming }) },
    cards,
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
  /** The states of the cards; by default they are read. */
  stateOf?: (id: string) => CardState
}

async function readCards(user: UserRecord, { delivered, paper_ids, ...day }: WantedCards): Promise<Card[]> {
  const papers = await findPapers(paper_ids)
  const byId = new Map(delivered.map((card) => [card.paper_id, card]))
  return toCards(user, { papers, cards: paper_ids.flatMap((id) => byId.get(id) ?? []), ...day })
}

/** A day with its stored announcements. */
const readAnnouncements = async (day: string) => ({ day, announcements: await findAnnouncementsOf(day) })

/** The newest announcement day that can be shown, or the one before; without any, the day expected by now. */
async function readDefaultDay(sources: Sources, { category_ids }: UserRecord) {
  const own = sourcesOf(category_ids)
  const newest = await findNewestAnnouncement(own)
  if (newest === null) return readAnnouncements(newestExpectedDay(announcingFor(sources, category_ids)))
  const read = await readAnnouncements(newest.day)
  const isShown = category_ids.length === 0 && newest.complete
  if (isShown || isDeliverable(category_ids, read.announcements)) return read
  const { previous } = await findAnnouncementDaysAround(newest.day, own)
  return previous === undefined ? read : readAnnouncements(previous)
}
