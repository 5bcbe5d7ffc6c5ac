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
import { deliverDay } from '../delivery/delivery.ts'
import { describeFreshness } from './freshness.ts'
import { findPaperUpdates } from './paperUpdates.ts'
import type { Product } from '../product.ts'
import { toItems } from './readingList.ts'

const CHART_DAYS = 30
const NEXT_TO_READ = 3
const nothing: Ledger = {
  announced: 0,
  shown: 0,
  seen_before: 0,
  older_version: 0,
  cross_list: 0,
  muted: 0,
  below_cut: 0,
}

/**
 * Everything of the reader's start page for `day`, or for the newest day that is complete. The first look at a complete
 * day makes the delivery, if the job has not. Throws "invalid-input" for a day that does not exist.
 */
export async function getDashboard(product: Product, user: UserRecord, day?: string): Promise<Dashboard> {
  if (day !== undefined && !isDay(day)) throw invalidField('day', `There is no day ${day}.`)
  const shownDay = day ?? (await findDefaultDay(product))
  const announcements = (await findAnnouncementsSince(shownDay)).filter((one) => one.day === shownDay)
  // An unfinished announcement is not delivered: its rest would come as late papers, in a worse order.
  const ready = user.category_ids.length > 0 && announcements.some(({ complete }) => complete)
  const delivery = await (ready ? deliverDay(product, user, shownDay) : findDelivery(user._id, shownDay))
  const delivered = delivery?.cards ?? []
  const papers = await findPapers(delivered.map(({ paper_id }) => paper_id))
  const cards = await toCards(user, { papers, cards: delivered, day: shownDay })

  const [around, freshness, sinceLastVisit, reading, nextToRead, living, chart] = await Promise.all([
    findAnnouncementDaysAround(shownDay),
    describeFreshness(product, user, { day: shownDay, announcements, empty: cards.length === 0 }),
    countSince(user),
    countReading(user._id),
    findNextToRead(user._id, NEXT_TO_READ).then(toItems),
    findPaperUpdates(user._id),
    findDeliveryDays(user._id, CHART_DAYS),
  ])
  return {
    day: shownDay,
    ...(around.previous !== undefined && { previous_day: around.previous }),
    ...(around.next !== undefined && { next_day: around.next }),
    freshness,
    cards,
    ledger: delivery?.ledger ?? nothing,
    unseen_today: cards.filter(({ state }) => !state.seen && !state.dismissed).length,
    since_last_visit: sinceLastVisit,
    reading,
    next_to_read: nextToRead,
    living,
    papers_by_day: chart.toReversed(),
  }
}

/** While the newest announcement is still being read, the one before it is the better start. */
async function findDefaultDay(product: Product): Promise<string> {
  const newest = await findNewestAnnouncement()
  if (newest === null) return product.sources.get('arxiv')?.expectedDay(now()) ?? dayIn('UTC', now())
  if (newest.complete) return newest.day
  const { previous } = await findAnnouncementDaysAround(newest.day)
  return previous ?? newest.day
}

/** Papers delivered of the announcements that became complete after the visit before this one. */
async function countSince(user: UserRecord): Promise<Dashboard['since_last_visit']> {
  const from = user.previous_seen_at
  if (from == null) return { from: null, count: 0 }
  // Missed days are completed late, but never later than the look-back.
  const announcements = await findAnnouncementsSince(addDays(dayIn('UTC', from), -LOOK_BACK_DAYS))
  const fresh = new Set(
    announcements.filter(({ completed_at }) => completed_at !== null && completed_at > from).map(({ day }) => day),
  )
  if (fresh.size === 0) return { from: from.toISOString(), count: 0 }
  const days = await findDeliveryDays(user._id, announcements.length)
  const count = days.reduce((sum, { on, delivered }) => (fresh.has(on) ? sum + delivered : sum), 0)
  return { from: from.toISOString(), count }
}
