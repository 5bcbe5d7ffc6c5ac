import type { MonthDays } from '../../contract/dashboard.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPaperCategories } from '../../store/papers/paperFacts.ts'
import { findPapersOn } from '../../store/readers/deliveries.ts'
import { findHandled } from '../../store/readers/interactions.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/** The longest month. A day that a month does not have has no delivery. */
const DAYS_MAX = 31

/**
 * Counts the cards of each day of `month`, and those that are not seen yet, as the list of the day does: a paper that left
 * the library is not counted, and one that was seen as another of its records is seen.
 */
export async function listMonth({ _id: userId }: Pick<UserRecord, '_id'>, month: string): Promise<MonthDays> {
  const days = Array.from({ length: DAYS_MAX }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  const delivered = await findPapersOn(userId, days)
  const ids = [...new Set(delivered.flatMap(({ paper_ids }) => paper_ids))]
  const { paperOf, recordsOf, withRecords } = await findAliases(ids)
  const [stored, handled] = await Promise.all([
    findPaperCategories([...new Set(ids.map(paperOf))]),
    findHandled(userId, withRecords(ids)),
  ])
  const isHandled = (id: string) => recordsOf(id).some((record) => handled.has(record))
  const items = delivered.flatMap(({ on, paper_ids }) => {
    const papers = paper_ids.map(paperOf).filter((id) => stored.has(id))
    if (papers.length === 0) return []
    return [{ on, papers: papers.length, unseen: papers.filter((id) => !isHandled(id)).length }]
  })
  return { month, items, total: items.length }
}
