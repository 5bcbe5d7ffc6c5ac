import { itemIdOf, itemOf, ZoteroItems, type ZoteroItemRecord } from './zoteroItemModel.ts'

export type { ZoteroItemRecord, ZoteroLink } from './zoteroItemModel.ts'

/** The version in which each item of the reader's own library, or that of a group, is stored, by key. */
export async function findItemVersions(userId: string, group: number | null): Promise<Map<string, number>> {
  // Without mongoose, which checks each of perhaps 20,000 documents.
  const found = ZoteroItems.collection.find<Pick<ZoteroItemRecord, 'key' | 'version'>>(
    { user_id: userId, group },
    { projection: { _id: 0, key: 1, version: 1 } },
  )
  const versions = new Map<string, number>()
  for await (const { key, version } of found) versions.set(key, version)
  return versions
}

/** The keys of the items of all groups but these. */
export const findKeysOfOtherGroups = (userId: string, groups: readonly number[]): Promise<string[]> =>
  ZoteroItems.distinct('key', { user_id: userId, group: { $nin: [null, ...groups] } })

export async function findItemsByKey(userId: string, keys: readonly string[]): Promise<Map<string, ZoteroItemRecord>> {
  const found = await ZoteroItems.find({ user_id: userId, key: { $in: [...keys] } }).lean<ZoteroItemRecord[]>()
  return new Map(found.map((item) => [item.key, item]))
}

/** Stores items as they are given, also those that are not stored yet. */
export async function saveItems(items: readonly ZoteroItemRecord[]): Promise<void> {
  if (items.length === 0) return
  await ZoteroItems.bulkWrite(
    items.map((item) => ({ replaceOne: { filter: itemOf(item._id), replacement: item, upsert: true } })),
    // By default mongoose leaves out what its schema refuses.
    { ordered: false, throwOnValidationError: true },
  )
}

export async function changeZoteroItem(id: string, changes: Partial<ZoteroItemRecord>): Promise<void> {
  await ZoteroItems.updateOne(itemOf(id), { $set: changes })
}

/** Makes all items of the reader be read and judged again. */
export async function markItemsUnread(userId: string): Promise<void> {
  await ZoteroItems.updateMany({ user_id: userId, state: { $ne: 'planned' } }, { $set: { version: -1 } })
  await ZoteroItems.updateMany({ user_id: userId, link: { $ne: null } }, { $set: { 'link.refused': null } })
}

/** The next items in a state, in the order of their keys, behind the item with the id `after`. */
export const findItemsInState = (
  userId: string,
  state: ZoteroItemRecord['state'],
  { after = '', limit }: { after?: string; limit: number },
): Promise<ZoteroItemRecord[]> =>
  ZoteroItems.find({ user_id: userId, state, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ZoteroItemRecord[]>()

/** Those of `paperIds` that an item which teaches still names, and whether each such item teaches half as much. */
export async function findTaughtPapers(userId: string, paperIds: readonly string[]): Promise<Map<string, boolean>> {
  const found = await ZoteroItems.aggregate<{ _id: string; half: boolean }>([
    { $match: { user_id: userId, taught: true, paper_id: { $in: [...paperIds] } } },
    { $group: { _id: '$paper_id', half: { $min: { $ifNull: ['$half', false] } } } },
  ])
  return new Map(found.map(({ _id, half }) => [_id, half]))
}

/** Deletes the items with these keys. Those that are linked to the reading list must not be among them. */
export async function deleteItems(userId: string, keys: readonly string[]): Promise<void> {
  await ZoteroItems.deleteMany({ _id: { $in: keys.map((key) => itemIdOf(userId, key)) }, user_id: userId })
}

export async function deleteAllItems(userId: string): Promise<void> {
  await ZoteroItems.deleteMany({ user_id: userId })
}
