import type { QueryFilter } from 'mongoose'
import { REMOVED_KEPT_DAYS, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import type { ItemChanges, ReadingCounts, ReadingListQuery, ReadingStatus } from '../../contract/readingList.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { Items, listed, toKnownState, type ItemRecord, type KnownState } from './readingListModel.ts'

export type { ItemRecord } from './readingListModel.ts'

const DAY_MS = 86_400_000
const after = { returnDocument: 'after' } as const

export interface NewItem {
  paper: Paper
  status?: ReadingStatus
  notes?: string
  tags?: string[]
}

/**
 * Puts a paper on the list, once: a paper that is there stays as it is (`created` false). One that was removed within
 * the last 30 days comes back with its note and tags, where no others are given.
 */
export async function addItem(
  userId: string,
  { paper, status = 'to_read', notes, tags }: NewItem,
  at: Date,
): Promise<{ item: ItemRecord; created: boolean }> {
  await forgetRemoved(userId, at)
  const key = { user_id: userId, paper_id: paper.id }
  const wanted = {
    status,
    snapshot: paper,
    title_key: toTitleKey(paper.title),
    known: toKnownState(paper),
    added_at: at,
    updated_at: at,
    removed_at: null,
  }
  const words = { ...(notes !== undefined && { notes }), ...(tags !== undefined && { tags }) }
  const back = await Items.findOneAndUpdate(
    { ...key, removed_at: { $ne: null } },
    { $set: { ...wanted, ...words }, $inc: { version: 1 } },
    after,
  ).lean<ItemRecord | null>()
  if (back !== null) return { item: back, created: true }
  const item: ItemRecord = { _id: crypto.randomUUID(), ...key, notes: '', tags: [], version: 1, ...wanted, ...words }
  try {
    await Items.create(item)
    return { item, created: true }
  } catch (error) {
    // The paper is on the list: the item that is there is the answer.
    if (!isDuplicate(error)) throw error
    return { item: await Items.findOne(key).orFail().lean<ItemRecord>(), created: false }
  }
}

/** Changes what is named, if the item is on the list and still has `version`; else null, and nothing is changed. */
export const changeItem = (
  userId: string,
  id: string,
  { version, ...changes }: ItemChanges,
  at: Date,
): Promise<ItemRecord | null> =>
  Items.findOneAndUpdate(
    { _id: id, ...listed(userId), version },
    { $set: { ...changes, updated_at: at }, $inc: { version: 1 } },
    after,
  ).lean<ItemRecord | null>()

/** Takes an item off the list. False when the reader has no such item; a repeated call is harmless. */
export async function removeItem(userId: string, id: string, at: Date): Promise<boolean> {
  await Items.updateOne({ _id: id, ...listed(userId) }, { $set: { removed_at: at } })
  return (await Items.exists({ _id: id, user_id: userId })) !== null
}

/** Puts a removed item back as it was; null when there is none or it was removed more than 30 days ago. */
export async function restoreItem(userId: string, id: string, at: Date): Promise<ItemRecord | null> {
  await forgetRemoved(userId, at)
  return Items.findOneAndUpdate(
    { _id: id, user_id: userId },
    { $set: { removed_at: null } },
    after,
  ).lean<ItemRecord | null>()
}

/** Orders titles as a dictionary does: case and accents do not part them. */
const toTitleKey = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Deletes for good what the reader removed more than 30 days before `at`. */
async function forgetRemoved(userId: string, at: Date): Promise<void> {
  await Items.deleteMany({ user_id: userId, removed_at: { $lt: new Date(at.getTime() - REMOVED_KEPT_DAYS * DAY_MS) } })
}

/** Notes that the reader has looked at the paper as it is now, if it is on the list. */
export async function saveKnownState(userId: string, paperId: string, known: KnownState): Promise<void> {
  await Items.updateOne({ ...listed(userId), paper_id: paperId }, { $set: { known } })
}

/** The item on the reader's list; null when it is unknown, removed or another reader's. */
export const findItem = (userId: string, id: string): Promise<ItemRecord | null> =>
  Items.findOne({ _id: id, ...listed(userId) }).lean<ItemRecord | null>()

/** The items of those of `paperIds` that are on the reader's list: paper id -> item id. */
export async function findSavedItems(userId: string, paperIds: readonly string[]): Promise<Map<string, string>> {
  const found = await Items.find({ ...listed(userId), paper_id: { $in: paperIds } }, { paper_id: 1 }).lean()
  return new Map(found.map(({ _id, paper_id }) => [paper_id, _id]))
}

/** Every paper on the reader's list, newest first. */
export async function findSavedPaperIds(userId: string): Promise<string[]> {
  const found = await Items.find(listed(userId), { paper_id: 1 }).sort({ added_at: -1 }).lean()
  return found.map(({ paper_id }) => paper_id)
}

type ItemFilter = Pick<ReadingListQuery, 'status' | 'tag' | 'with_note'> & {
  /** Only these items. */
  ids?: readonly string[]
}

const toFilter = (userId: string, { status, tag, with_note, ids }: ItemFilter): QueryFilter<ItemRecord> => ({
  ...listed(userId),
  ...(status !== undefined && { status }),
  ...(tag !== undefined && { tags: tag }),
  ...(with_note !== undefined && { notes: with_note ? { $ne: '' } : '' }),
  ...(ids !== undefined && { _id: { $in: ids } }),
})

const orders = {
  added: { added_at: -1, _id: 1 },
  updated: { updated_at: -1, _id: 1 },
  published: { 'snapshot.published_at': -1, _id: 1 },
  title: { title_key: 1, _id: 1 },
} as const

interface ItemPage extends ItemFilter {
  sort: keyof typeof orders
  skip: number
  limit: number
}

/** One page of the reader's list. `total` stops counting above 10,000. */
export async function findItems(userId: string, page: ItemPage): Promise<{ items: ItemRecord[]; total: number }> {
  const filter = toFilter(userId, page)
  const [items, total] = await Promise.all([
    Items.find(filter).sort(orders[page.sort]).skip(page.skip).limit(page.limit).lean<ItemRecord[]>(),
    Items.countDocuments(filter, { limit: TOTAL_EXACT_MAX + 1 }),
  ])
  return { items, total }
}

/** Title, authors and note of each item on the list, for searching within it. */
export async function findItemTexts(userId: string): Promise<{ id: string; text: string }[]> {
  const fields = { notes: 1, 'snapshot.title': 1, 'snapshot.authors.name': 1 }
  const found = await Items.find(listed(userId), fields).lean<ItemRecord[]>()
  return found.map(({ _id, notes, snapshot }) => ({
    id: _id,
    text: [snapshot.title, ...snapshot.authors.map(({ name }) => name), notes].join('\n'),
  }))
}

/** The items of these papers. */
export const findItemsOf = (userId: string, paperIds: readonly string[]): Promise<ItemRecord[]> =>
  Items.find({ ...listed(userId), paper_id: { $in: paperIds } }).lean<ItemRecord[]>()

/** The `limit` items to read that wait longest. */
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

/** Those of `ids` that somebody's list holds or held in the last 30 days: they must not leave the library. */
export const findReferencedPaperIds = async (ids: readonly string[]): Promise<Set<string>> =>
  new Set(await Items.distinct('paper_id', { paper_id: { $in: ids } }))

/** What is known of each paper on the list: paper id -> state. */
export async function findKnownStates(userId: string): Promise<Map<string, KnownState>> {
  const found = await Items.find(listed(userId), { paper_id: 1, known: 1 }).lean<ItemRecord[]>()
  return new Map(found.map(({ paper_id, known }) => [paper_id, known]))
}
