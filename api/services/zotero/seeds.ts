import { addSeeds, removeSeeds, type Seed } from '../../store/readers/tasteSeeds.ts'
import { findTaughtPapers, type ZoteroItemRecord } from '../../store/readers/zoteroItems.ts'

const seedOf = (paperId: string): Seed => ({ kind: 'zotero', key: paperId })

/**
 * Brings the seeds of these papers in line with the stored items, of which several may name one paper: one that an item
 * teaches is a seed from when it was added, and one that none teaches any more is none. It counts half if all its items
 * do. Safe to repeat.
 */
export async function settleSeeds(
  userId: string,
  items: readonly Pick<ZoteroItemRecord, 'paper_id' | 'added_at'>[],
): Promise<void> {
  const added = new Map(items.flatMap(({ paper_id, added_at }) => (paper_id === null ? [] : [[paper_id, added_at]])))
  const taught = await findTaughtPapers(userId, [...added.keys()])
  await removeSeeds(userId, [...added.keys()].filter((id) => !taught.has(id)).map(seedOf))
  const timeOf = (id: string) => added.get(id)?.getTime() ?? 0
  for (const [half, papers] of Map.groupBy(taught.keys(), (id) => taught.get(id) === true))
    for (const [at, ids] of Map.groupBy(papers, timeOf))
      await addSeeds(userId, ids.map(seedOf), { at: new Date(at), half })
}
