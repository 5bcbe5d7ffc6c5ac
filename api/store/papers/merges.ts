import { model, Schema, type InferSchemaType } from 'mongoose'
import { SUSPECTS_KEPT_DAYS } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'

const evidence = { type: Schema.Types.Mixed, required: true }

/** Why a record was joined into another paper. */
const mergeSchema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    /** The paper, and the record that was joined into it. */
    into: { type: String, required: true },
    from: { type: String, required: true },
    /** What the rule of `rank` is called. */
    rule: { type: String, required: true },
    rank: { type: Number, required: true },
    evidence,
    /** Who that was is in the audit log. */
    by: { type: String, enum: ['system', 'admin'] as const, required: true },
    undone_at: { type: Date, default: null },
  },
  { collection: 'merges', strict: 'throw', autoIndex: false, versionKey: false },
)
mergeSchema.index({ from: 1 }, { name: 'in_force', unique: true, partialFilterExpression: { undone_at: null } })
mergeSchema.index({ at: -1, _id: -1 }, { name: 'newest' })

/** What people decided about two records. */
const decisionSchema = new Schema(
  {
    /** Both ids, the smaller first. */
    _id: { type: String, required: true },
    records: { type: [String], required: true },
    /** Whether they are one paper. */
    same: { type: Boolean, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'join_decisions', strict: 'throw', autoIndex: false, versionKey: false },
)
decisionSchema.index({ records: 1 }, { name: 'records' })

/** A link that was not believed. */
const suspectSchema = new Schema(
  {
    /** Both ids, the smaller first. */
    _id: { type: String, required: true },
    records: { type: [String], required: true },
    rule: { type: String, required: true },
    rank: { type: Number, required: true },
    evidence,
    at: { type: Date, required: true },
  },
  { collection: 'join_suspects', strict: 'throw', autoIndex: false, versionKey: false },
)
suspectSchema.index({ records: 1 }, { name: 'records' })
suspectSchema.index({ at: -1, _id: -1 }, { name: 'newest' })
suspectSchema.index({ at: 1 }, { name: 'expired', expireAfterSeconds: SUSPECTS_KEPT_DAYS * 24 * 3_600 })

const Merges = model('Merge', mergeSchema)
const Decisions = model('JoinDecision', decisionSchema)
const Suspects = model('JoinSuspect', suspectSchema)

/** What speaks for a link. */
export interface StoredEvidence {
  /** The records at its ends. */
  ids: string[]
  /** The common id, or the id that one of them names; null for a likeness. */
  link: string | null
  title_similarity: number
  families: string[]
}
export type MergeRecord = Omit<InferSchemaType<typeof mergeSchema>, 'evidence'> & { evidence: StoredEvidence }
export type SuspectRecord = Omit<InferSchemaType<typeof suspectSchema>, 'evidence'> & { evidence: StoredEvidence }

const pairKey = (one: string, other: string) => [one, other].toSorted().join(' ')

/** Stores why a record is joined into a paper. Safe to repeat: a merge in force keeps its time. */
export async function saveMerge({ from, into, ...why }: Omit<MergeRecord, '_id' | 'at' | 'undone_at'>): Promise<void> {
  await Merges.updateOne({ from, undone_at: null, into: { $ne: into } }, { $set: { undone_at: now() } })
  await Merges.updateOne(
    { from, undone_at: null },
    { $setOnInsert: { _id: crypto.randomUUID(), at: now(), into, ...why } },
    { upsert: true },
  )
}

/** Marks the merges of records that are papers of their own as undone. Safe to repeat. */
export async function undoMerges(from: readonly string[]): Promise<void> {
  await Merges.updateMany({ from: { $in: [...from] }, undone_at: null }, { $set: { undone_at: now() } })
}

/** Merges, the newest first. */
export async function findMerges({ skip, limit }: { skip: number; limit: number }) {
  const [items, total] = await Promise.all([
    Merges.find().sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean<MergeRecord[]>(),
    Merges.countDocuments(),
  ])
  return { items, total }
}

/** Stores what a person decided about pairs of records, in place of what was decided before. */
export async function saveDecisions(pairs: readonly (readonly [string, string])[], same: boolean): Promise<void> {
  const at = now()
  await Decisions.bulkWrite(
    pairs.map(([one, other]) => ({
      updateOne: {
        filter: { _id: pairKey(one, other) },
        update: { $set: { records: [one, other].toSorted(), same, at } },
        upsert: true,
      },
    })),
  )
  await Suspects.deleteMany({ _id: { $in: pairs.map((pair) => pairKey(...pair)) } })
}

export interface PairDecision {
  records: string[]
  same: boolean
}

/** What was decided about any of these records. */
export const findDecisions = (ids: readonly string[]): Promise<PairDecision[]> =>
  Decisions.find({ records: { $in: [...ids] } }, { _id: 0, records: 1, same: 1 }).lean<PairDecision[]>()

/** Replaces the suspects among these records. One that is known keeps its time. */
export async function saveSuspects(
  ids: readonly string[],
  suspects: readonly Omit<SuspectRecord, '_id' | 'at' | 'records'>[],
): Promise<void> {
  const keys = suspects.map(({ evidence: { ids: pair } }) => pair.toSorted().join(' '))
  const areAmong = { $in: [...ids], $not: { $elemMatch: { $nin: [...ids] } } }
  await Suspects.deleteMany({ records: areAmong, _id: { $nin: keys } })
  if (suspects.length === 0) return
  await Suspects.bulkWrite(
    suspects.map((suspect, at) => ({
      updateOne: {
        filter: { _id: keys[at]! },
        update: { $set: suspect, $setOnInsert: { records: suspect.evidence.ids.toSorted(), at: now() } },
        upsert: true,
      },
    })),
  )
}

/** Suspects, the newest first. */
export async function findSuspects({ skip, limit }: { skip: number; limit: number }) {
  const [items, total] = await Promise.all([
    Suspects.find().sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean<SuspectRecord[]>(),
    Suspects.countDocuments(),
  ])
  return { items, total }
}
