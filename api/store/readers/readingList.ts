import { TOTAL_EXACT_MAX, type FoundBy } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import type { ItemChanges, ReadingCounts, ReadingStatus } from '../../contract/readingList.ts'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { expiryAt, orders, toFilter, type ItemFilter } from './readingFilter.ts'
import { Items, listed, toKnownState, wasRemoved, type ItemRecord, type KnownState } from './readingListModel.ts'

export type { ItemRecord } from './readingListModel.ts'

const after = { returnDocument: 'after' } as const

export interface NewItem {
  paper: Paper
  /** All records of the paper, if it has several: it may be on the list as any of them. */
  record_ids?: readonly string[] | undefined
  status?: ReadingStatus
  notes?: string
  tags?: string[]
  /** How the reader found it. */
  found_by?: FoundBy | undefined
}

/**
 * Adds a paper to the list. A paper that is already on it is not changed, and `created` is false. A paper removed in
 * the last 30 days is restored with its tags, unless new ones are given, and with its note, below a new one.
 */
export async function addItem(
  userId: string,
  { paper, record_ids, status = 'to_read', notes, tags, found_by }: NewItem,
  at: Date,
): Promise<{ item: ItemRecord; created: boolean }> {
  const key = { user_id: userId, paper_id: await findSavedAs(userId, paper.id, record_ids) }
  const fields = {
    status,
    snapshot: paper,
    title_key: toTitleKey(paper.title),
    known: toKnownState(paper),
    added_at: at,
    updated_at: at,
    changed_at: at,
    listed_at: now(),
    removed_at: null,
    ...(notes && { noted_at: at }),
    ...(found_by && { found_by }),
  }
  const newTags = tags !== undefined && { tags }
  const removed = await Items.findOne({ ...key, removed_at: { $ne: null } }).lean<ItemRecord | null>()
  if (removed?.removed_at && removed.removed_at < expiryAt(at))
    await Items.deleteOne({ _id: removed._id, user_id: userId, removed_at: removed.removed_at })
  else if (removed !== null) {
    const { _id, version } = removed
    const restored = await Items.findOneAndUpdate(
      { _id, user_id: userId, version, removed_at: { $ne: null } },
      { $set: { ...fields, ...newTags, notes: joinNotes(notes, removed.notes) }, $inc: { version: 1 } },
      after,
    ).lean<ItemRecord | null>()
    // Null when another request restored it meanwhile: then it is on the list.
    if (restored !== null) return { item: restored, created: true }
  }
  const item: ItemRecord = {
    _id: crypto.randomUUID(),
    ...key,
    notes: notes ?? '',
    tags: [],
    version: 1,
    ...fields,
    ...newTags,
  }
  try {
    await Items.create(item)
    return { item, created: true }
  } catch (error) {
    // The paper is already on the list: return its item.
    if (!isDuplicate(error)) throw error
    return { item: await Items.findOne(key).orFail().lean<ItemRecord>(), created: false }
  }
}

/** The record that the reader has saved the paper as, also if it was removed; without one the id of the paper. */
async function findSavedAs(userId: string, paperId: string, recordIds: readonly string[] = []): Promise<string> {
  if (recordIds.length < 2) return paperId
  const found = await Items.find({ user_id: userId, paper_id: { $in: [...recordIds] }, joined_to: null })
    // Those that are on the list before the removed ones.
    .sort({ removed_at: 1, added_at: 1 })
    .lean()
  return found[0]?.paper_id ?? paperId
}

/** The note of a restored item: what was kept follows what is new. */
const joinNotes = (added: string | undefined, kept: string): string =>
  [...new Set([added ?? '', kept])].filter((note) => note !== '').join('\n\n')

/** Changes the given fields. Returns null without a change unless the item is on the list and still has `version`. */
export const changeItem = (
  userId: string,
  id: string,
  { version, ...changes }: ItemChanges,
  at: Date,
): Promise<ItemRecord | null> =>
  Items.findOneAndUpdate(
    { _id: id, ...listed(userId), version },
    {
      $set: { ...changes, updated_at: at, changed_at: at, ...(changes.notes !== undefined && { noted_at: at }) },
      $inc: { version: 1 },
    },
    after,
  ).lean<ItemRecord | null>()

/** Marks an item as removed. Returns false when the reader has no such item. Safe to repeat. */
export async function removeItem(userId: string, id: string, at: Date): Promise<boolean> {
  await Items.updateOne({ _id: id, ...listed(userId) }, { $set: { removed_at: at, changed_at: at } })
  return (await Items.exists({ _id: id, user_id: userId })) !== null
}

/** Restores a removed item. Returns null when there is none or it was removed more than 30 days ago. */
export const restoreItem = (userId: string, id: string, at: Date): Promise<ItemRecord | null> =>
  Items.findOneAndUpdate(
    { _id: id, user_id: userId, $or: [{ removed_at: null }, { removed_at: { $gte: expiryAt(at) } }] },
    { $set: { removed_at: null, changed_at: at } },
    after,
  ).lean<ItemRecord | null>()

/** Sort key of a title, without case and accents. */
const toTitleKey = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Deletes the items that their readers removed more than 30 days before `at`, with those that are parts of them. */
export async function deleteExpiredItems(at: Date): Promise<void> {
  const isExpired = { removed_at: { ...wasRemoved, $lt: expiryAt(at) } }
  const expired = await Items.find(isExpired, { _id: 1 }).lean()
  await Items.deleteMany({ joined_to: { $in: expired.map(({ _id }) => _id) } })
  await Items.deleteMany(isExpired)
}

/** Stores the state of a paper that the reader has seen, if one of its records is on the list. */
export async function saveKnownState(userId: string, recordIds: readonly string[], known: KnownState): Promise<void> {
  await Items.updateMany({ ...listed(userId), paper_id: { $in: [...recordIds] } }, { $set: { known } })
}

/** The item on the reader's list. Null when it is unknown, removed or belongs to another reader. */
export const findItem = (userId: string, id: string): Promise<ItemRecord | null> =>
  Items.findOne({ _id: id, ...listed(userId) }).lean<ItemRecord | null>()

/** Item ids by paper id, for those of `paperIds` that are on the reader's list. */
export async function findSavedItems(userId: string, paperIds: readonly string[]): Promise<Map<string, string>> {
  const filter = { ...listed(userId), paper_id: { $in: [...paperIds] } }
  // Without mongoose, which checks each of the ids.
  const found = Items.collection.find<Pick<ItemRecord, '_id' | 'paper_id'>>(filter, { projection: { paper_id: 1 } })
  return new Map((await found.toArray()).map(({ _id, paper_id }) => [paper_id, _id]))
}

/** Ids of all papers on the reader's list, newest first. */
export async function findSavedPaperIds(userId: string): Promise<string[]> {
  const found = await Items.find(listed(userId), { paper_id: 1 }).sort({ added_at: -1 }).lean()
  return found.map(({ paper_id }) => paper_id)
}

/** The tags on the reader's list with the number of items, the most used first, then by name. */
export async function findTags(userId: string): Promise<{ tag: string; count: number }[]> {
  const found = await Items.aggregate<{ _id: string; count: number }>([
    { $match: listed(userId) },
    { $unwind: '$tags' },
    { $group: { _id: '$tags', count: { $sum: 1 } } },
  ])
  return found
    .map(({ _id, count }) => ({ tag: _id, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
}

interface ItemPage extends ItemFilter {
  sort: keyof typeof orders
  skip: number
  limit: number
}

/** One page of the reader's list. `total` stops counting one above 10,000. */
export async function findItems(userId: string, page: ItemPage): Promise<{ items: ItemRecord[]; total: number }> {
  const filter = toFilter(userId, page)
  const [items, total] = await Promise.all([
    Items.find(filter).sort(orders[page.sort]).skip(page.skip).limit(page.limit).lean<ItemRecord[]>(),
    Items.countDocuments(filter, { limit: TOTAL_EXACT_MAX + 1 }),
  ])
  return { items, total }
}

/** Title, authors, note and tags of each item on the list, for the search within the list. */
export async function findItemTexts(userId: string): Promise<{ id: string; text: string }[]> {
  const fields = { notes: 1, tags: 1, 'snapshot.title': 1, 'snapshot.authors.name': 1 }
  const found = await Items.find(listed(userId), fields).lean<ItemRecord[]>()
  return found.map(({ _id, notes, tags, snapshot }) => ({
    id: _id,
    text: [snapshot.title, ...snapshot.authors.map(({ name }) => name), notes, ...tags].join('\n'),
  }))
}

/** The items of those of `paperIds` that are on the reader's list. */
export const findItemsOf = (userId: string, paperIds: readonly string[]): Promise<ItemRecord[]> =>
  Items.find({ ...listed(userId), paper_id: { $in: paperIds } }).lean<ItemRecord[]>()

/** What the reader saved, and whether with a note: what their taste is learned from. */
export const findSaves = (
  userId: string,
): Promise<Pick<ItemRecord, 'paper_id' | 'notes' | 'added_at' | 'updated_at'>[]> =>
  Items.find(listed(userId), { paper_id: 1, notes: 1, added_at: 1, updated_at: 1 }).lean<ItemRecord[]>()

/** The `limit` oldest items with status `to_read`. */
export const findNextToRead = (userId: string, limit: number): Promise<ItemRecord[]> =>
  Items.find({ ...listed(userId), status: 'to_read' })
    .sort({ added_at: 1, _id: 1 })
    .limit(limit)
    .lean<ItemRecord[]>()

export async function countReading(userId: string): Promise<ReadingCounts> {
  const found = await Items.aggregate<{ _id: ReadingStatus; count: number }>([
    { $match: listed(userId) },
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ])
  return found.reduce((counts, { _id, count }) => ({ ...counts, [_id]: count }), { to_read: 0, reading: 0, done: 0 })
}

export const countNotes = (userId: string): Promise<number> =>
  Items.countDocuments({ ...listed(userId), notes: { $ne: '' } })

/** Those of `ids` on any reader's list, including items removed in the last 30 days. They must stay in the library. */
export const findReferencedPaperIds = async (ids: readonly string[]): Promise<Set<string>> =>
  new Set(await Items.distinct('paper_id', { paper_id: { $in: ids } }))

/** What a start page says about every item of a list. */
export type ListedItem = Pick<ItemRecord, '_id' | 'paper_id' | 'status' | 'known'>

/** All items on the reader's list, without their texts. */
export async function findListed(userId: string): Promise<ListedItem[]> {
  const projection = { paper_id: 1, status: 1, known: 1 }
  return Items.collection.find<ListedItem>(listed(userId), { projection }).toArray()
}

/** The state that the reader has seen of each paper on the list, by paper id. */
export async function findKnownStates(userId: string): Promise<Map<string, KnownState>> {
  return new Map((await findListed(userId)).map(({ paper_id, known }) => [paper_id, known]))
}
