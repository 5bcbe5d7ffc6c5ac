import type { Dashboard, Ledger } from '../../contract/dashboard.ts'
import { dayIn, now } from '../../platform/clock.ts'
import {
  findAnnouncementDaysAround,
  findAnnouncementsSince,
  findNewestAnnouncement,
} from '../../store/papers/announcements.ts'
import { findDelivery, findDeliveryDays } from '../../store/readers/deliveries.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { countReading, findNextToRead } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { toCards } from './cards.ts'
import { findDaysSinceVisit, offerCatchUp } from './catchUp.ts'
import { isDeliverable } from '../delivery/deliverable.ts'
import { deliverDay } from '../delivery/delivery.ts'
import { describeFreshness } from './freshness.ts'
import { findPaperUpdates } from './paperUpdates.ts'
import { spendBudget } from './readingBudget.ts'
import type { Product } from '../product.ts'
import { toItems } from './readingList.ts'

const CHART_DAYS = 30
const NEXT_TO_READ = 3
const EMPTY_LEDGER: Ledger = {
  announced: 0,
  shown: 0,
  seen_before: 0,
  older_version: 0,
  cross_list: 0,
  muted: 0,
  below_cut: 0,
}

/**
 * Returns the reader's start page for `day`, by default the newest complete day. Creates the delivery of a complete day
 * if the job has not done so yet.
 */
export async function getDashboard(product: Product, user: UserRecord, day?: string): Promise<Dashboard> {
  const shownDay = day ?? (await findDefaultDay(product, user))
  const announcements = (await findAnnouncementsSince(shownDay)).filter((one) => one.day === shownDay)
  // Until then its other papers would be added as late papers, in a worse order.
  const delivery = await (isDeliverable(user.category_ids, announcements)
    ? deliverDay(product, user, shownDay)
    : findDelivery(user._id, shownDay))
  const delivered = delivery?.cards ?? []
  const papers = await findPapers(delivered.map(({ paper_id }) => paper_id))
  const cards = await toCards(user, { papers, cards: delivered, day: shownDay })

  const [neighbours, freshness, sinceLastVisit, reading, nextToRead, paperUpdates, papersByDay] = await Promise.all([
    findAnnouncementDaysAround(shownDay),
    describeFreshness(product, user, { day: shownDay, announcements, empty: cards.length === 0 }),
    findDaysSinceVisit(user),
    countReading(user._id),
    findNextToRead(user._id, NEXT_TO_READ).then(toItems),
    findPaperUpdates(user._id),
    findDeliveryDays(user._id, CHART_DAYS),
  ])
  const catchUp = offerCatchUp(user, sinceLastVisit.days)
  return {
    day: shownDay,
    ...(neighbours.previous !== undefined && { previous_day: neighbours.previous }),
    ...(neighbours.next !== undefined && { next_day: neighbours.next }),
    freshness,
    cards,
    ledger: delivery?.ledger ?? EMPTY_LEDGER,
    unseen_today: cards.filter(({ state }) => !state.seen && !state.dismissed).length,
    since_last_visit: {
      from: sinceLastVisit.from?.toISOString() ?? null,
      count: sinceLastVisit.days.reduce((sum, { delivered }) => sum + delivered, 0),
    },
    reading,
    next_to_read: nextToRead,
    living: paperUpdates,
    budget: spendBudget(user, cards.length),
    ...(delivery?.mixed && { mixed: true }),
    ...(catchUp && { catch_up: catchUp }),
    papers_by_day: papersByDay.toReversed(),
  }
}

/** Returns the newest announcement day that can be shown, or the one before; without any, the day expected by now. */
async function findDefaultDay(product: Product, { category_ids }: UserRecord): Promise<string> {
  const newest = await findNewestAnnouncement()
  if (newest === null) return product.sources.get('arxiv')?.expectedDay(now()) ?? dayIn('UTC', now())
  if (newest.complete || isDeliverable(category_ids, [newest])) return newest.day
  const { previous } = await findAnnouncementDaysAround(newest.day)
  return previous ?? newest.day
}
