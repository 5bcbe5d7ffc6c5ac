import { model, Schema, type InferSchemaType } from 'mongoose'
import { TOPICS_MAX } from '../../contract/limits.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate, isDuplicateOf } from '../duplicateKeys.ts'

const schema = new Schema(
  {
    /** Code of the taxonomy ("cs.CL") or slug of a topic. */
    _id: { type: String, required: true },
    name: { type: String, required: true },
    /** Unique per owner. In the taxonomy it is the code, since some names occur twice. */
    name_key: { type: String, required: true },
    kind: {
      type: String,
      enum: ['taxonomy', 'topic', 'journal', 'server', 'subject', 'query', 'feed', 'venue'] as const,
      required: true,
    },
    group: { type: String, required: true },
    description: { type: String, default: '' },
    aliases: { type: [String], default: [] },
    /** Codes by source: `{ arxiv: ['cs.CL'] }`. */
    source_codes: { type: Schema.Types.Mixed, default: {} },
    query: { type: String },
    /** In the language of the source, of a query that is followed there. */
    source_query: { type: String },
    /** Of a feed, in canonical form. */
    address: { type: String },
    /** Id of a venue at its source. */
    venue_id: { type: String },
    /** The reader who owns the topic; null for a category shared by all readers. */
    owner_id: { type: String, default: null },
    /** Number of a reader's topic below `TOPICS_MAX`, of which each is taken once: the unique index is the limit. */
    slot: { type: Number },
    daily_volume: { type: Number, default: 0 },
    /** Order in the list. */
    position: { type: Number, required: true },
  },
  {
    collection: 'categories',
    strict: 'throw',
    autoIndex: false,
    minimize: false,
    versionKey: false,
  },
)
schema.index({ owner_id: 1, name_key: 1 }, { name: 'one_name', unique: true })
schema.index({ 'source_codes.crossref': 1 }, { name: 'journal_codes', sparse: true })
schema.index(
  { owner_id: 1, slot: 1 },
  { name: 'one_slot', unique: true, partialFilterExpression: { slot: { $exists: true } } },
)

export type SourceCodes = Partial<Record<string, string[]>>
export type CategoryRecord = Omit<InferSchemaType<typeof schema>, 'source_codes'> & { source_codes: SourceCodes }
const Categories = model('Category', schema)

/** Made by readers and shared. There can be thousands: each is listed only for those who follow it. */
const MADE = ['journal', 'subject', 'query', 'feed', 'venue'] as const

/**
 * The shared categories, those that readers made if they are in `followed`, and the topics of `userId`, by `position` and
 * then by name. Without a user only the shared ones.
 */
export const findCategories = (
  userId: string | null,
  { followed = [] }: { followed?: readonly string[] } = {},
): Promise<CategoryRecord[]> =>
  Categories.find({
    owner_id: { $in: userId === null ? [null] : [null, userId] },
    $or: [{ kind: { $nin: MADE } }, { _id: { $in: followed } }],
  })
    .sort({ position: 1, name: 1 })
    .lean<CategoryRecord[]>()

/** The category of the journal with one of these codes, if a reader has made one. */
export const findJournalCategory = (codes: readonly string[]): Promise<CategoryRecord | null> =>
  Categories.findOne({ kind: 'journal', 'source_codes.crossref': { $in: codes } }).lean<CategoryRecord>()

/** Category by id; null when there is none. */
export const findCategory = (id: string): Promise<CategoryRecord | null> =>
  Categories.findById(id).lean<CategoryRecord>()

/** The ids of the journals' categories that have one of `codes`, by each of their codes. */
export async function findJournalIds(codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const found = await Categories.find(
    { kind: 'journal', 'source_codes.crossref': { $in: codes } },
    { source_codes: 1 },
  ).lean<CategoryRecord[]>()
  return new Map(
    found.flatMap(({ _id, source_codes }) =>
      Object.values(source_codes).flatMap((own) => (own ?? []).map((code): [string, string] => [code, _id])),
    ),
  )
}

/** All categories, including the topics of all readers. Papers are matched against them. */
export const findAllCategories = (): Promise<CategoryRecord[]> =>
  Categories.find().sort({ position: 1, name: 1 }).lean<CategoryRecord[]>()

/** Returns the codes of all sources for those of `ids` that are known. */
export async function findSourceCodes(ids: readonly string[]): Promise<string[]> {
  const found = await Categories.find({ _id: { $in: ids } }, { source_codes: 1 }).lean<CategoryRecord[]>()
  return found.flatMap(({ source_codes }) => Object.values(source_codes).flatMap((codes) => codes ?? []))
}

/** Those of `ids` that `userId` may not choose: unknown ids and topics of other readers. */
export async function findUnknownCategories(ids: readonly string[], userId: string | null): Promise<string[]> {
  const owners = userId === null ? [null] : [null, userId]
  const known = await Categories.find({ _id: { $in: ids }, owner_id: { $in: owners } }, { _id: 1 }).lean()
  const found = new Set(known.map(({ _id }) => _id))
  return ids.filter((id) => !found.has(id))
}

/** The topics of `ids` with a query that `userId` may follow. */
export const findTopics = (ids: readonly string[], userId: string): Promise<Pick<CategoryRecord, '_id' | 'name'>[]> =>
  Categories.find(
    { _id: { $in: ids }, query: { $exists: true }, owner_id: { $in: [null, userId] } },
    { name: 1 },
  ).lean()

/** The names of the categories `ids`, by their ids. */
export async function findCategoryNames(ids: readonly string[]): Promise<Map<string, string>> {
  const found = await Categories.find({ _id: { $in: ids } }, { name: 1 }).lean()
  return new Map(found.map(({ _id, name }) => [_id, name]))
}

/** The queries of the categories `ids` that are queries, by their ids. */
export const findSourceQueries = (ids: readonly string[]): Promise<Map<string, string>> =>
  findTexts(ids, 'source_query')

/** The addresses of the categories `ids` that are feeds, by their ids. */
export const findFeedAddresses = (ids: readonly string[]): Promise<Map<string, string>> => findTexts(ids, 'address')

/** The ids at their source of the categories `ids` that are venues, by their ids. */
export const findVenueIds = (ids: readonly string[]): Promise<Map<string, string>> => findTexts(ids, 'venue_id')

async function findTexts(
  ids: readonly string[],
  field: 'source_query' | 'address' | 'venue_id',
): Promise<Map<string, string>> {
  const found = await Categories.find({ _id: { $in: ids }, [field]: { $exists: true } }).lean<CategoryRecord[]>()
  return new Map(found.map((record) => [record._id, record[field] ?? '']))
}

/** Adds a category that readers make, or returns the one that is there. */
export async function saveMade(record: CategoryRecord): Promise<{ category: CategoryRecord; created: boolean }> {
  const { upsertedCount } = await Categories.updateOne({ _id: record._id }, { $setOnInsert: record }, { upsert: true })
  return { category: (await findCategory(record._id)) ?? record, created: upsertedCount === 1 }
}

/** Adds a shared category. Throws "conflict" when there is one of this name. */
export async function saveCategory(record: CategoryRecord): Promise<void> {
  try {
    await Categories.create(record)
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    throw nameTaken(record, cause)
  }
}

/**
 * Adds a topic of a reader. Throws "conflict" when the reader has one of this name or `TOPICS_MAX` topics, also when
 * several are added at once.
 */
export async function saveTopic(record: CategoryRecord): Promise<void> {
  for (;;) {
    const slot = await findFreeSlot(record.owner_id ?? null)
    try {
      await Categories.create({ ...record, slot })
      return
    } catch (cause) {
      if (!isDuplicate(cause)) throw cause
      if (!isDuplicateOf(cause, 'one_slot')) throw nameTaken(record, cause)
      // Another topic that was added at the same time has the slot.
    }
  }
}

/** A slot that no topic of the reader has. Throws "conflict" when all are taken. */
async function findFreeSlot(userId: string | null): Promise<number> {
  const topics = await Categories.find({ owner_id: userId }, { slot: 1 }).lean()
  const taken = new Set(topics.map(({ slot }) => slot))
  // Topics of earlier versions have no slot and count as well.
  const unnumbered = topics.filter(({ slot }) => slot == null).length
  const free = Array.from({ length: TOPICS_MAX - unnumbered }, (_, slot) => slot).filter((slot) => !taken.has(slot))
  const chosen = free[Math.floor(Math.random() * free.length)]
  if (chosen === undefined) throw new AppError('conflict', `${TOPICS_MAX} topics are the most that one can have.`)
  return chosen
}

const nameTaken = ({ name }: CategoryRecord, cause: unknown) =>
  new AppError('conflict', `There is a category named “${name}” already.`, { cause })

/** Deletes the topic `id` of `userId`. Returns whether there was one. */
export async function deleteTopic(id: string, userId: string): Promise<boolean> {
  const { deletedCount } = await Categories.deleteOne({ _id: id, owner_id: userId })
  return deletedCount === 1
}

/** Writes the shared categories that ship with the product. Safe to repeat. Does not change `daily_volume`. */
export async function saveTaxonomy(records: readonly Omit<CategoryRecord, 'daily_volume'>[]): Promise<void> {
  await Categories.bulkWrite(
    records.map(({ _id, ...rest }) => ({ updateOne: { filter: { _id }, update: { $set: rest }, upsert: true } })),
    { ordered: false },
  )
}

/** Stores the average number of papers per announcement day, by category id. */
export async function saveVolumes(volumes: ReadonlyMap<string, number>): Promise<void> {
  if (volumes.size === 0) return
  await Categories.bulkWrite(
    [...volumes].map(([_id, daily_volume]) => ({ updateOne: { filter: { _id }, update: { $set: { daily_volume } } } })),
    { ordered: false },
  )
}
