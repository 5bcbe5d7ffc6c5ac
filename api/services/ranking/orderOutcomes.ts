import { addDays, dayIn, now } from '../../platform/clock.ts'
import { findMixedDeliveries } from '../../store/readers/deliveries.ts'
import { findInteractions } from '../../store/readers/interactions.ts'
import { saveOutcomes, type OrderOutcome } from '../../store/readers/orderOutcomes.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'

/** What is done with a list later than this is not counted. */
const DAYS = 30

/**
 * Counts again what the reader did with the mixed lists of the last 30 days: each paper that was clicked, saved or liked
 * is a point for the order that put it into the list. Called after actions, also after one that was taken back.
 */
export async function recountOutcomes(userId: string): Promise<void> {
  const lists = await findMixedDeliveries(userId, addDays(dayIn('UTC', now()), -DAYS))
  if (lists.length === 0) return
  const ids = lists.flatMap(({ paper_ids }) => paper_ids)
  const [interactions, saved] = await Promise.all([findInteractions(userId, ids), findSavedItems(userId, ids)])
  const isActedOn = (id: string) => {
    const found = interactions.get(id)
    return saved.has(id) || (found !== undefined && (found.clicked || found.liked))
  }
  await saveOutcomes(
    lists.map(({ day, mixed, paper_ids }): OrderOutcome => {
      const countOf = (team: 'a' | 'b') =>
        paper_ids.filter((id, at) => mixed.teams[at] === team && isActedOn(id)).length
      const [actions_a, actions_b] = [countOf('a'), countOf('b')]
      return {
        _id: `${userId}:${day}`,
        user_id: userId,
        day,
        a: mixed.a,
        b: mixed.b,
        actions_a,
        actions_b,
        winner: actions_a === actions_b ? (actions_a === 0 ? null : 'tie') : actions_a > actions_b ? 'a' : 'b',
      }
    }),
  )
}
