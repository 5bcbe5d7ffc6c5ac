import { model, Schema } from 'mongoose'
import { takeNumbers } from './counters.ts'
import { Papers } from './paperModel.ts'

/** Ids of papers that are gone, with the number of their removal in the sequence of changes. For followers. */
const schema = new Schema(
  { _id: { type: String, required: true }, seq: { type: Number, required: true } },
  { collection: 'removed_papers', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ seq: 1 }, { name: 'seq' })
const RemovedPapers = model('RemovedPaper', schema)

interface Outdated {
  /** Papers last seen in an earlier generation than this, */
  generation: number
  /** and stored before this. */
  storedBefore: Date
}

const outdated = ({ generation, storedBefore }: Outdated) => ({
  generation: { $lt: generation },
  stored_at: { $lt: storedBefore },
})

/** Ids of papers that a whole fetching did not meet again, in order of id, after `after`. */
export async function findOutdated(which: Outdated, { after, limit }: { after: string; limit: number }) {
  const records = await Papers.find({ _id: { $gt: after }, ...outdated(which) }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  return records.map(({ _id }) => _id)
}

/** Ids of the invented papers that are stored. */
export async function findSampleIds(): Promise<string[]> {
  const records = await Papers.find({ sample: true }, { _id: 1 }).lean()
  return records.map(({ _id }) => _id)
}

/** Papers that stay, but belong to no announcement any more. */
export async function clearAnnouncements(ids: readonly string[]): Promise<void> {
  const nothing = { announcements: [], announced_on: null, announce_type: null }
  await Papers.updateMany({ _id: { $in: [...ids] } }, { $set: nothing })
}

export const countRealPapers = (): Promise<number> => Papers.countDocuments({ sample: false }, { limit: 1 }).exec()

/** How many papers announced from `from` on, in these categories, are stored, and how many of them were met again. */
export async function countRefetched(generation: number, from: string, categoryIds: readonly string[]) {
  const announced = { announced_on: { $gte: from }, sample: false, category_ids: { $in: [...categoryIds] } }
  const [all, met] = await Promise.all([
    Papers.countDocuments(announced),
    Papers.countDocuments({ ...announced, generation: { $gte: generation } }),
  ])
  return { all, met }
}

/** Removes papers. Their removal is noted first, so that no follower misses it. Safe to repeat. */
export async function removePapers(ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const first = await takeNumbers('papers.seq', ids.length)
  await RemovedPapers.bulkWrite(
    ids.map((_id, place) => ({
      updateOne: { filter: { _id }, update: { $set: { seq: first + place } }, upsert: true },
    })),
    { ordered: false },
  )
  const { deletedCount } = await Papers.deleteMany({ _id: { $in: [...ids] } })
  return deletedCount
}

/** Ids of papers removed after `seq` that are not back, in the order of their removal, and where to go on. */
export async function findRemovedAfter(seq: number, limit: number): Promise<{ ids: string[]; seq: number }> {
  const removed = await RemovedPapers.find({ seq: { $gt: seq } })
    .sort({ seq: 1 })
    .limit(limit)
    .lean()
  const back = await Papers.find({ _id: { $in: removed.map(({ _id }) => _id) } }, { _id: 1 }).lean()
  const stored = new Set(back.map(({ _id }) => _id))
  const ids = removed.map(({ _id }) => _id).filter((id) => !stored.has(id))
  return { ids, seq: removed.at(-1)?.seq ?? seq }
}
