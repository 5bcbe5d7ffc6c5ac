import type { UserStats } from '../../contract/users.ts'
import { findAnnouncementsSince, totalOf } from '../../store/papers/announcements.ts'
import { countDelivered, findDeliveries, findDeliveryDays } from '../../store/readers/deliveries.ts'
import { findClickedPaperIds, findOpenedDays, sumInteractions } from '../../store/readers/interactions.ts'
import { findPaperStatsFields, type PaperStatsFields } from '../../store/papers/paperFacts.ts'
import { countNotes, countReading, findSavedPaperIds } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { readOrderWorth } from '../ranking/orderWorth.ts'

/** Number of newest days with a delivery that the counts by day and by category cover. */
const DAYS = 30

/**
 * Returns what was delivered to the reader and what the reader did. Totals cover all time; the counts by day and by
 * category cover the last 30 deliveries.
 */
export async function getStats(user: UserRecord): Promise<UserStats> {
  const [sums, delivered, reading, notes, savedIds, days, order] = await Promise.all([
    sumInteractions(user._id),
    countDelivered(user._id),
    countReading(user._id),
    countNotes(user._id),
    findSavedPaperIds(user._id),
    findDeliveryDays(user._id, DAYS),
    readOrderWorth(user._id),
  ])
  const cards = await findRecentCards(user, { saved: new Set(savedIds), size: countCards(days) })
  return {
    ...sums,
    delivered,
    saved: savedIds.length,
    done: reading.done,
    notes,
    streak_days: await countStreak(user._id),
    by_day: days.toReversed().map(({ on }) => ({ on, ...countActs(cards.filter(({ day }) => day === on)) })),
    by_category: countByCategory(user, cards),
    order,
  }
}

interface RecentCard {
  day: string
  clicked: boolean
  saved: boolean
  paper: PaperStatsFields | undefined
}

const countCards = (days: readonly { delivered: number }[]) => days.reduce((sum, { delivered }) => sum + delivered, 0)

async function findRecentCards(
  user: UserRecord,
  { saved, size }: { saved: ReadonlySet<string>; size: number },
): Promise<RecentCard[]> {
  const { deliveries } = await findDeliveries(user._id, { skip: 0, limit: size })
  const ids = deliveries.flatMap(({ cards }) => cards.map(({ paper_id }) => paper_id))
  const [clickedIds, papers] = await Promise.all([findClickedPaperIds(user._id), findPaperStatsFields(ids)])
  return deliveries.flatMap(({ day, cards }) =>
    cards.map(({ paper_id }) => ({
      day,
      clicked: clickedIds.has(paper_id),
      saved: saved.has(paper_id),
      paper: papers.get(paper_id),
    })),
  )
}

const countActs = (cards: readonly RecentCard[]) => ({
  delivered: cards.length,
  clicked: cards.filter(({ clicked }) => clicked).length,
  saved: cards.filter(({ saved }) => saved).length,
})

/** Counts each card once: in the first of the reader's categories that contains it, else in its primary category. */
function countByCategory(user: UserRecord, cards: readonly RecentCard[]): UserStats['by_category'] {
  const chosen = user.category_ids.map((id) => [id, canonicalId(id)] as const)
  const groups = Map.groupBy(cards, ({ paper }) => {
    const paperCategories = new Set(paper?.category_ids)
    const match = chosen.find(([, id]) => id === paper?.primary_category || paperCategories.has(id))
    return match?.[0] ?? paper?.primary_category ?? 'unknown'
  })
  return [...groups]
    .map(([category_id, group]) => ({ category_id, ...countActs(group) }))
    .toSorted((a, b) => b.delivered - a.delivered || a.category_id.localeCompare(b.category_id))
}

/**
 * Counts the consecutive announcement days, up to now, on which the reader opened a paper. The newest day does not
 * break the streak, because it is not over.
 */
async function countStreak(userId: string): Promise<number> {
  const opened = new Set(await findOpenedDays(userId))
  if (opened.size === 0) return 0
  const [oldest = ''] = [...opened].toSorted()
  const announcements = await findAnnouncementsSince(oldest)
  const days = [...new Set(announcements.filter((one) => totalOf(one) > 0).map(({ day }) => day))]
  const from = days[0] !== undefined && opened.has(days[0]) ? 0 : 1
  const end = days.findIndex((day, index) => index >= from && !opened.has(day))
  return (end === -1 ? days.length : end) - from
}
