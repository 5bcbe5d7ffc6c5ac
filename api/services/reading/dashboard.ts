import type { Dashboard, Ledger } from '../../contract/dashboard.ts'
import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, dayIn, isDay, now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
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
 * if the job has not done so yet. Throws "invalid-input" for a day that does not exist.
 */
export async function getDashboard(product: Product, user: UserRecord, day?: string): Promise<Dashboard> {
  if (day !== undefined && !isDay(day)) throw invalidField('day', `There is no day ${day}.`)
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
    countSinceLastVisit(user),
    countReading(user._id),
    findNextToRead(user._id, NEXT_TO_READ).then(toItems),
    findPaperUpdates(user._id),
    findDeliveryDays(user._id, CHART_DAYS),
  ])
  return {
    day: shownDay,
    ...(neighbours.previous !== undefined && { previous_day: neighbours.previous }),
    ...(neighbours.next !== undefined && { next_day: neighbours.next }),
    freshness,
    cards,
    ledger: delivery?.ledger ?? EMPTY_LEDGER,
    unseen_today: cards.filter(({ state }) => !state.seen && !state.dismissed).length,
    since_last_visit: sinceLastVisit,
    reading,
    next_to_read: nextToRead,
    living: paperUpdates,
    budget: spendBudget(user, cards.length),
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

/** Counts the papers delivered from announcements that were completed after the reader's previous visit. */
async function countSinceLastVisit(user: UserRecord): Promise<Dashboard['since_last_visit']> {
  const from = user.previous_seen_at
  if (from == null) return { from: null, count: 0 }
  // A missed announcement is completed late, at most `LOOK_BACK_DAYS` after its day.
  const announcements = await findAnnouncementsSince(addDays(dayIn('UTC', from), -LOOK_BACK_DAYS))
  const newDays = new Set(
    announcements.filter(({ completed_at }) => completed_at !== null && completed_at > from).map(({ day }) => day),
  )
  if (newDays.size === 0) return { from: from.toISOString(), count: 0 }
  const days = await findDeliveryDays(user._id, announcements.length)
  const count = days.reduce((sum, { on, delivered }) => (newDays.has(on) ? sum + delivered : sum), 0)
  return { from: from.toISOString(), count }
}
