import { model, Schema } from 'mongoose'
import { removeCitations } from './citingPapers.ts'
import { PAPER_SEQ, takeNumbers } from './counters.ts'
import { removeFeatures } from './features.ts'
import { Papers } from './paperModel.ts'
import { removeVersions } from './paperVersions.ts'
import { removeReferences } from './references.ts'
import { removeVectors } from './vectors.ts'

/** Ids of deleted papers, with the number of the deletion in the sequence of changes. Read by followers. */
const schema = new Schema(
  { _id: { type: String, required: true }, seq: { type: Number, required: true } },
  { collection: 'removed_papers', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ seq: 1 }, { name: 'seq' })
const RemovedPapers = model('RemovedPaper', schema)

interface Outdated {
  /** Matches papers last seen in an earlier generation than this … */
  generation: number
  /** … and stored before this. */
  storedBefore: Date
}

const outdated = ({ generation, storedBefore }: Outdated) => ({
  generation: { $lt: generation },
  stored_at: { $lt: storedBefore },
})

/**
 * Ids of papers that a full fetch did not find again, in order of id, after `after`; and the days on which any of them
 * was announced.
 */
export async function findOutdated(
  which: Outdated,
  { after, limit }: { after: string; limit: number },
): Promise<{ ids: string[]; days: string[] }> {
  const fields = { announcements: 1, former_days: 1 } as const
  const records = await Papers.find({ _id: { $gt: after }, ...outdated(which) }, fields)
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  const days = records.flatMap(({ announcements, former_days = [] }) => [
    ...announcements.map(({ on }) => on),
    ...former_days,
  ])
  return { ids: records.map(({ _id }) => _id), days: [...new Set(days)] }
}

/** Ids of the stored sample papers. */
export async function findSampleIds(): Promise<string[]> {
  const records = await Papers.find({ sample: true }, { _id: 1 }).lean()
  return records.map(({ _id }) => _id)
}

/** Removes papers from their announcements, but not from the library. */
export async function clearAnnouncements(ids: readonly string[]): Promise<void> {
  const cleared = { announcements: [], announced_on: null, announce_type: null }
  await Papers.updateMany({ _id: { $in: [...ids] } }, { $set: cleared })
}

/** Whether any paper is stored, real or a sample. */
export const hasPapers = async (): Promise<boolean> => (await Papers.exists({})) !== null

export const countRealPapers = (): Promise<number> => Papers.countDocuments({ sample: false }, { limit: 1 }).exec()

/** Counts the stored papers announced from `from` on in these categories, and how many of them were fetched again. */
export async function countRefetched(generation: number, from: string, categoryIds: readonly string[]) {
  const announced = { announced_on: { $gte: from }, sample: false, category_ids: { $in: [...categoryIds] } }
  const [all, refetched] = await Promise.all([
    Papers.countDocuments(announced),
    Papers.countDocuments({ ...announced, generation: { $gte: generation } }),
  ])
  return { all, refetched }
}

/** Deletes papers, their kept versions and their vectors. The deletion is recorded first, so that no follower misses it. Safe to repeat. */
export async function removePapers(ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const first = await takeNumbers(PAPER_SEQ, ids.length)
  await RemovedPapers.bulkWrite(
    ids.map((_id, index) => ({
      updateOne: { filter: { _id }, update: { $set: { seq: first + index } }, upsert: true },
    })),
    { ordered: false },
  )
  const { deletedCount } = await Papers.deleteMany({ _id: { $in: [...ids] } })
  // Other records of these papers are papers of their own, until they are processed.
  await Papers.updateMany(
    { record_ids: { $in: [...ids] } },
    { $unset: { joined_into: 1, record_ids: 1, folded: 1 }, $set: { processed_at: null } },
  )
  const removals = [removeVectors, removeFeatures, removeVersions, removeReferences, removeCitations]
  await Promise.all(removals.map((remove) => remove(ids)))
  return deletedCount
}

/** Ids of papers deleted after `seq` and not stored again, in order of deletion, and the `seq` to continue after. */
export async function findRemovedAfter(seq: number, limit: number): Promise<{ ids: string[]; seq: number }> {
  // Without mongoose: it is asked ten times a second, and the answer is nearly always "none".
  const removed = await RemovedPapers.collection
    .find<{ _id: string; seq: number }>({ seq: { $gt: seq } }, { sort: { seq: 1 }, limit })
    .toArray()
  if (removed.length === 0) return { ids: [], seq }
  const storedAgain = await Papers.find({ _id: { $in: removed.map(({ _id }) => _id) } }, { _id: 1 }).lean()
  const stored = new Set(storedAgain.map(({ _id }) => _id))
  const ids = removed.map(({ _id }) => _id).filter((id) => !stored.has(id))
  return { ids, seq: removed.at(-1)?.seq ?? seq }
}
