import { model, Schema } from 'mongoose'
import type { Adjustment, Taste } from '../../contract/taste.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** What is known about one reader's taste. A reader without a document has done nothing yet. */
export interface TasteRecord {
  /** The reader's id. */
  _id: string
  /** Number of changes to what the model is fitted from. */
  changes: number
  /** The newest of them, in the product's time. */
  changed_at: Date | null
  /** The model does not contain the newest change. */
  waiting: boolean
  /** In the database server's time: until then one worker fits it. */
  claimed_until: Date | null
  model: Buffer | null
  state: Taste['state']
  /** Number of actions that the model was fitted from, those of them that are positive, and the time of the first. */
  actions: number
  positives: number
  since: Date | null
  trained_at: Date | null
  /** Version of the document frequencies, and the space of the vectors, that the model belongs to. */
  frequencies_version: number
  vector_space: string | null
  /** Actions up to this time are not learned from. */
  reset_at: Date | null
  adjustments: Adjustment[]
  strands: KeptStrands
}

/** One of several interests that the reader keeps apart. */
export interface KeptStrand {
  id: string
  name: string
  /** Chosen by the reader, from 0 to 1; null leaves it to the number of papers. */
  share: number | null
  paused: boolean
  /** Papers, and topics by `topicId`, that the reader put there; what is new and like them belongs to it, too. */
  paper_ids: string[]
}

export interface KeptStrands {
  /** Number of changes, so that no change overwrites one of another window. */
  revision: number
  kept: KeptStrand[]
  /** Papers that the reader took out of all strands. */
  outside: string[]
}

export const NO_STRANDS: KeptStrands = { revision: 0, kept: [], outside: [] }

const number = { type: Number, default: 0 }
const date = { type: Date, default: null }
const schema = new Schema<TasteRecord>(
  {
    _id: { type: String, required: true },
    changes: number,
    changed_at: date,
    waiting: { type: Boolean, default: false },
    claimed_until: date,
    model: { type: Buffer, default: null },
    state: { type: String, default: 'prior' },
    actions: number,
    positives: number,
    since: date,
    trained_at: date,
    frequencies_version: number,
    vector_space: { type: String, default: null },
    reset_at: date,
    adjustments: { type: [Schema.Types.Mixed] as never, default: [] },
    strands: Schema.Types.Mixed as never,
  },
  { collection: 'tastes', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ changed_at: 1 }, { name: 'waiting', partialFilterExpression: { waiting: true } })
schema.index({ state: 1 }, { name: 'states' })
const Tastes = model('Taste', schema)

const newTaste = {
  claimed_until: null,
  model: null,
  state: 'prior' as const,
  actions: 0,
  positives: 0,
  since: null,
  trained_at: null,
  frequencies_version: 0,
  vector_space: null,
  reset_at: null,
  adjustments: [],
  strands: NO_STRANDS,
}

export async function findTaste(userId: string): Promise<TasteRecord | null> {
  return toRecord(await Tastes.findById(userId).lean())
}

/** By reader. Readers without a taste are missing. */
export async function findTastes(userIds: readonly string[]): Promise<Map<string, TasteRecord>> {
  const records = await Tastes.find({ _id: { $in: [...userIds] } }).lean()
  return new Map(records.flatMap((record) => toRecord(record) ?? []).map((record) => [record._id, record]))
}

/** The driver returns binary fields as its own type. */
const toRecord = (record: TasteRecord | null): TasteRecord | null =>
  record && {
    ...record,
    model: record.model && Buffer.from(record.model.buffer as never),
    // Records of earlier versions have none.
    strands: record.strands ?? NO_STRANDS,
  }

/** Records that what the reader's model is fitted from has changed, at `at`. */
export async function markChanged(userId: string, at: Date): Promise<void> {
  await Tastes.updateOne(
    { _id: userId },
    { $inc: { changes: 1 }, $set: { changed_at: at, waiting: true }, $setOnInsert: newTaste },
    // The action itself is stored. The mark only makes the model follow sooner.
    { upsert: true, writeConcern: { w: 1 } },
  )
}

/** Stores what the reader chose, and marks the taste as changed. */
export async function changeTaste(
  userId: string,
  changes: Partial<Pick<TasteRecord, 'adjustments' | 'reset_at'>>,
  at: Date,
): Promise<void> {
  const { adjustments: _a, reset_at: _r, ...rest } = newTaste
  const kept = Object.fromEntries(
    Object.entries({ adjustments: [], reset_at: null }).filter(([name]) => !(name in changes)),
  )
  await Tastes.updateOne(
    { _id: userId },
    {
      $inc: { changes: 1 },
      $set: { ...changes, changed_at: at, waiting: true },
      $setOnInsert: { ...rest, ...kept },
    },
    { upsert: true },
  )
}

/**
 * Stores the strands that the reader keeps apart, and marks the taste as changed, unless they were changed since
 * `strands.revision`: then it returns false.
 */
export async function changeStrands(userId: string, strands: KeptStrands, at: Date): Promise<boolean> {
  const { strands: _s, ...rest } = newTaste
  const isUnchanged = strands.revision === 0 ? { $in: [null, 0] } : strands.revision
  try {
    const { matchedCount, upsertedCount } = await Tastes.updateOne(
      { _id: userId, 'strands.revision': isUnchanged },
      {
        $inc: { changes: 1 },
        $set: { strands: { ...strands, revision: strands.revision + 1 }, changed_at: at, waiting: true },
        $setOnInsert: rest,
      },
      { upsert: strands.revision === 0 },
    )
    return matchedCount + upsertedCount > 0
  } catch (error) {
    // Recovered: another window changed them first, so that there was nothing to insert.
    if (isDuplicate(error)) return false
    throw error
  }
}

/**
 * Claims for `leaseMs` the taste that has waited longest of those that did not change after `before`. Returns the
 * reader's id, or null when there is none.
 */
export async function claimWaiting(before: Date, leaseMs: number): Promise<string | null> {
  const isFree = { $expr: { $lte: [{ $ifNull: ['$claimed_until', 0] }, '$$NOW'] } }
  const claimed = await Tastes.findOneAndUpdate(
    { waiting: true, changed_at: { $lte: before }, ...isFree },
    [{ $set: { claimed_until: { $add: ['$$NOW', leaseMs] } } }],
    { sort: { changed_at: 1 }, projection: { _id: 1 }, updatePipeline: true },
  ).lean()
  return claimed?._id ?? null
}

export type FittedTaste = Pick<
  TasteRecord,
  'model' | 'state' | 'actions' | 'positives' | 'since' | 'trained_at' | 'frequencies_version' | 'vector_space'
>

/** Stores a model that was fitted after `changes` changes. The taste waits on if it has changed since. */
export async function saveFitted(userId: string, fitted: FittedTaste, changes: number): Promise<void> {
  const { model: binary, ...rest } = fitted
  await Tastes.updateOne(
    { _id: userId },
    [
      {
        $set: {
          ...rest,
          model: binary === null ? null : { $literal: binary },
          waiting: { $ne: ['$changes', changes] },
          claimed_until: null,
        },
      },
    ],
    { updatePipeline: true },
  )
}

/** Number of tastes that wait to be fitted, and when the oldest of their changes happened. */
export async function countWaiting(): Promise<{ count: number; since: Date | null }> {
  const [count, oldest] = await Promise.all([
    Tastes.countDocuments({ waiting: true }, { limit: 10_000 }),
    Tastes.findOne({ waiting: true }, { changed_at: 1 }).sort({ changed_at: 1 }).lean(),
  ])
  return { count, since: oldest?.changed_at ?? null }
}

/** Number of readers by the state of their model, of those with a taste. */
export async function countTasteStates(): Promise<Record<Taste['state'], number>> {
  const found = await Tastes.aggregate<{ _id: Taste['state']; count: number }>([
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ])
  return found.reduce((counts, { _id, count }) => ({ ...counts, [_id]: count }), { prior: 0, centroid: 0, trained: 0 })
}
