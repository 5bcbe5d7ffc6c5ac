import type { Item, ReadingCounts } from '#api/contract/readingList.ts'
import type { UnsentChange } from './unsentChanges.ts'

/**
 * The number of papers in each state of the reading list, with the saves, moves and removals that wait to be sent.
 * `items` are those that are loaded, as the server knows them: the state of a removed item comes from there.
 */
export function withUnsentCounts(
  counts: ReadingCounts,
  items: readonly Item[],
  unsent: readonly UnsentChange[],
): ReadingCounts {
  const result = { ...counts }
  const waiting = unsent.filter(({ refused }) => refused === undefined)
  const moves = new Map(waiting.flatMap(({ paperId, move }) => (move ? [[paperId, move]] : [])))
  for (const { from, to } of moves.values()) {
    result[from] -= 1
    result[to] += 1
  }
  for (const { what, paperId } of waiting) {
    if (what === 'save') result.to_read += 1
    if (what !== 'remove') continue
    const status = moves.get(paperId)?.to ?? items.find(({ paper }) => paper.id === paperId)?.status
    if (status) result[status] -= 1
  }
  return result
}
