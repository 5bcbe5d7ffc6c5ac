import { Items, listed, type ItemRecord } from './readingListModel.ts'

/** Papers that are read at a time. */
const BATCH = 1_000

/** Whether any reader has a paper on the list. */
export const hasItems = async (): Promise<boolean> => (await Items.exists({ removed_at: null })) !== null

/** Matches what was put on a list at or after `since`. Items of earlier versions have only the time that they say. */
const savedSince = (since: Date) => ({
  $or: [{ listed_at: { $gte: since } }, { listed_at: { $exists: false }, added_at: { $gte: since } }],
})

/** Whether a reader has saved a paper at or after `since`. */
export const hasSavedSince = async (since: Date): Promise<boolean> =>
  (await Items.collection.findOne(savedSince(since), { projection: { _id: 1 } })) !== null

/** Ids of the papers that readers have saved at or after `since`, in parts, so that a long list needs no room; each once in a part. */
export async function* readSavedSince(since: Date): AsyncGenerator<string[]> {
  // Without mongoose, which makes a document of each.
  const saves = Items.collection
    .find<Pick<ItemRecord, 'paper_id'>>(savedSince(since), { projection: { _id: 0, paper_id: 1 } })
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
