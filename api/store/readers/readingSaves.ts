import { Items, listed, type ItemRecord } from './readingListModel.ts'

/** Papers that are read at a time. */
const BATCH = 1_000

/** Whether any reader has a paper on the list. */
export const hasItems = async (): Promise<boolean> => (await Items.exists({ removed_at: null })) !== null

/** Ids of the papers that readers have saved at or after `since`, in the order of their saves, in parts; each once in a part. */
export async function* readSavedSince(since: Date): AsyncGenerator<string[]> {
  // Without mongoose, which makes a document of each.
  const saves = Items.collection
    .find<Pick<ItemRecord, 'paper_id'>>({ added_at: { $gte: since } }, { projection: { _id: 0, paper_id: 1 } })
    .sort({ added_at: 1 })
    .batchSize(BATCH)
  let ids = new Set<string>()
  for await (const { paper_id } of saves) {
    ids.add(paper_id)
    if (ids.size < BATCH) continue
    yield [...ids]
    ids = new Set()
  }
  if (ids.size > 0) yield [...ids]
}

/** When the first of its readers saved a paper, given by the ids of its records; null for one that is on no list now. */
export async function findFirstSave(recordIds: readonly string[]): Promise<Date | null> {
  const [first] = await Items.aggregate<{ at: Date }>([
    { $match: { paper_id: { $in: [...recordIds] }, removed_at: null } },
    { $group: { _id: null, at: { $min: '$added_at' } } },
  ])
  return first?.at ?? null
}

/** When the reader saved each paper on the list, by the id with which it was saved. */
export async function findSaveTimes(userId: string): Promise<Map<string, Date>> {
  const found = await Items.find(listed(userId), { paper_id: 1, added_at: 1 }).lean<ItemRecord[]>()
  return new Map(found.map(({ paper_id, added_at }) => [paper_id, added_at]))
}
