import type { UserStats } from '../../contract/users.ts'
import { findAnnouncementsSince, totalOf } from '../../store/papers/announcements.ts'
import { findDeliveries, findDeliveryDays } from '../../store/readers/deliveries.ts'
import { findClickedPaperIds, findOpenedDays, sumInteractions } from '../../store/readers/interactions.ts'
import { findPaperStatsFields, type PaperStatsFields } from '../../store/papers/paperFacts.ts'
import { countNotes, countReading, findSavedPaperIds } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { measureHits, type RankedCard } from './hitRate.ts'

/** How many of the newest days with a delivery are looked at day by day. */
const DAYS = 30

/** What the reader got and did. Totals are over all time, everything by day and by category over the last 30 deliveries. */
export async function getStats(user: UserRecord): Promise<UserStats> {
  const [sums, reading, notes, savedIds, days] = await Promise.all([
    sumInteractions(user._id),
    countReading(user._id),
    countNotes(user._id),
    findSavedPaperIds(user._id),
    findDeliveryDays(user._id, DAYS),
  ])
  const cards = await findRecentCards(user, { saved: new Set(savedIds), size: countCards(days) })
  return {
    ...sums,
    saved: savedIds.length,
    done: reading.done,
    notes,
    streak_days: await countStreak(user._id),
    by_day: days.toReversed().map(({ on }) => ({ on, ...countActs(cards.filter(({ day }) => day === on)) })),
    by_category: countByCategory(user, cards),
    hit_rate: measureHits(cards),
  }
}

interface RecentCard extends RankedCard {
  clicked: boolean
  saved: boolean
  place: PaperStatsFields | undefined
}

const countCards = (days: readonly { delivered: number }[]) => days.reduce((sum, { delivered }) => sum + delivered, 0)

async function findRecentCards(
  user: UserRecord,
  { saved, size }: { saved: ReadonlySet<string>; size: number },
): Promise<RecentCard[]> {
  const { deliveries } = await findDeliveries(user._id, { skip: 0, limit: size })
  const ids = deliveries.flatMap(({ cards }) => cards.map(({ paper_id }) => paper_id))
  const [clickedIds, places] = await Promise.all([findClickedPaperIds(user._id), findPaperStatsFields(ids)])
  return deliveries.flatMap(({ day, cards }) =>
    cards.map(({ paper_id, rank }) => {
      const clicked = clickedIds.has(paper_id)
      const isSaved = saved.has(paper_id)
      const place = places.get(paper_id)
      return {
        day,
        paper_id,
        rank,
        clicked,
        saved: isSaved,
        place,
        hit: clicked || isSaved,
        published_at: place?.published_at ?? null,
      }
    }),
  )
}

const countActs = (cards: readonly RecentCard[]) => ({
  delivered: cards.length,
  clicked: cards.filter(({ clicked }) => clicked).length,
  saved: cards.filter(({ saved }) => saved).length,
})

/** Each card counts once: for the first of the reader's categories that it is in, else for its own primary one. */
function countByCategory(user: UserRecord, cards: readonly RecentCard[]): UserStats['by_category'] {
  const chosen = user.category_ids.map((id) => [id, canonicalCategory(id) ?? id] as const)
  const groups = Map.groupBy(cards, ({ place }) => {
    const held = new Set(place?.category_ids)
    const own = chosen.find(([, canonical]) => canonical === place?.primary_category || held.has(canonical))
    return own?.[0] ?? place?.primary_category ?? 'unknown'
  })
  return [...groups]
    .map(([category_id, held]) => ({ category_id, ...countActs(held) }))
    .toSorted((a, b) => b.delivered - a.delivered || a.category_id.localeCompare(b.category_id))
}

/** Announcement days in a row with a paper opened, up to now. The newest day breaks nothing: it is not over. */
async function countStreak(userId: string): Promise<number> {
  const opened = new Set(await findOpenedDays(userId))
  if (opened.size === 0) return 0
  const [oldest = ''] = [...opened].toSorted()
  const announcements = await findAnnouncementsSince(oldest)
  const days = [...new Set(announcements.filter((one) => totalOf(one) > 0).map(({ day }) => day))]
  const from = days[0] !== undefined && opened.has(days[0]) ? 0 : 1
  const end = days.findIndex((day, place) => place >= from && !opened.has(day))
  return (end === -1 ? days.length : end) - from
}
