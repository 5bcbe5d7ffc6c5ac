import { model, Schema, type InferSchemaType, type QueryFilter } from 'mongoose'
import { REMOVED_KEPT_DAYS, TOTAL_EXACT_MAX } from '../contract/limits.ts'
import type { Paper } from '../contract/papers.ts'
import type { ItemChanges, ReadingCounts, ReadingListQuery, ReadingStatus } from '../contract/readingList.ts'
import { isDuplicate } from './duplicates.ts'

const knownSchema = new Schema(
  {
    version: { type: Number, default: null },
    withdrawn: { type: Boolean, required: true },
    published: { type: Boolean, required: true },
    code: { type: Boolean, required: true },
  },
  { _id: false, strict: 'throw' },
)
const schema = new Schema(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    paper_id: { type: String, required: true },
    status: { type: String, enum: ['to_read', 'reading', 'done'] as const, required: true },
    notes: { type: String, default: '' },
    tags: { type: [String], default: [] },
    /** Grows by one on each change of status, notes or tags. */
    version: { type: Number, required: true },
    /** The paper as it was when it was saved: shown when the library no longer has it. */
    snapshot: { type: Schema.Types.Mixed, required: true },
    /** What the reader has seen of the paper's life; what the paper has become since is news. */
    known: { type: knownSchema, required: true },
    added_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    /** Null while it is on the list. A removed item can come back for 30 days, with its note. */
    removed_at: { type: Date, default: null },
  },
  {
    collection: 'reading_list',
    strict: 'throw',
    autoIndex: false,
    minimize: false,
    versionKey: false,
  },
)
schema.index({ user_id: 1, paper_id: 1 }, { name: 'once', unique: true })
schema.index({ user_id: 1, removed_at: 1, added_at: -1 }, { name: 'newest' })
schema.index({ paper_id: 1 }, { name: 'papers' })

export type ItemRecord = Omit<InferSchemaType<typeof schema>, 'snapshot' | 'known'> & {
  snapshot: Paper
  known: KnownState
}
const Items = model('ReadingListItem', schema)

/** The turns in the life of a paper that its readers are told of. */
export interface KnownState {
  version: number | null
  withdrawn: boolean
  published: boolean
  code: boolean
}

export const toKnownState = (paper: Pick<Paper, 'version' | 'withdrawn' | 'journal_ref' | 'urls'>): KnownState => ({
  version: paper.version,
  withdrawn: paper.withdrawn,
  published: paper.journal_ref !== null,
  code: paper.urls.code !== undefined,
})

const DAY_MS = 86_400_000
const listed = (userId: string) => ({ user_id: userId, removed_at: null })
const after = { returnDocument: 'after' } as const

/** The reader's item, removed or not; null when there is none or it is another reader's. */
export const findItem = (userId: string, id: string): Promise<ItemRecord | null> =>
  Items.findOne({ _id: id, user_id: userId }).lean<ItemRecord | null>()

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
  const wanted = { status, snapshot: paper, known: toKnownState(paper), added_at: at, updated_at: at, removed_at: null }
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

/** Deletes for good what the reader removed more than 30 days before `at`. */
async function forgetRemoved(userId: string, at: Date): Promise<void> {
  await Items.deleteMany({ user_id: userId, removed_at: { $lt: new Date(at.getTime() - REMOVED_KEPT_DAYS * DAY_MS) } })
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
  title: { 'snapshot.title': 1, _id: 1 },
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
    Items.find(filter)
      .sort(orders[page.sort])
      // Titles in the order of a dictionary: case and accents do not part them.
      .collation({ locale: 'en', strength: 2 })
      .skip(page.skip)
      .limit(page.limit)
      .lean<ItemRecord[]>(),
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

/** What is known of each paper on the list: paper id -> state. */
export async function findKnownStates(userId: string): Promise<Map<string, KnownState>> {
  const found = await Items.find(listed(userId), { paper_id: 1, known: 1 }).lean<ItemRecord[]>()
  return new Map(found.map(({ paper_id, known }) => [paper_id, known]))
}

/** Notes that the reader has looked at the paper as it is now, if it is on the list. */
export async function saveKnownState(userId: string, paperId: string, known: KnownState): Promise<void> {
  await Items.updateOne({ ...listed(userId), paper_id: paperId }, { $set: { known } })
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
