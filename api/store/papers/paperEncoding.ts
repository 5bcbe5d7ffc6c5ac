import { Papers, type PaperRecord } from './paperModel.ts'
import { removeVectors } from './vectors.ts'

/** Matches papers that no model has encoded and no process encodes. A missing time is lower than any date. */
const isUnclaimed = { embedded_by: null, $expr: { $lte: ['$embedding_claim.expires_at', '$$NOW'] } }

export type ClaimedPaper = Pick<PaperRecord, '_id' | 'seq' | 'title' | 'abstract'>

/**
 * Claims papers that are to be encoded, those changed last first, for `by`, an id of this claim. No other process gets
 * them until the claim is released or `claimMs` have passed.
 */
export async function claimUnencoded(
  by: string,
  { limit, claimMs }: { limit: number; claimMs: number },
): Promise<ClaimedPaper[]> {
  const free = await Papers.find(isUnclaimed, { _id: 1 }).sort({ seq: -1 }).limit(limit).lean()
  if (free.length === 0) return []
  const _id = { $in: free.map((record) => record._id) }
  const embedding_claim = { by, expires_at: { $add: ['$$NOW', claimMs] } }
  await Papers.updateMany({ _id, ...isUnclaimed }, [{ $set: { embedding_claim } }], { updatePipeline: true })
  return Papers.find({ _id, 'embedding_claim.by': by }, { seq: 1, title: 1, abstract: 1 }).sort({ seq: -1 }).lean()
}

/** Ends a claim, also of papers that were not encoded. */
export async function releaseClaim(ids: readonly string[], by: string): Promise<void> {
  await Papers.updateMany({ _id: { $in: [...ids] }, 'embedding_claim.by': by }, { $unset: { embedding_claim: 1 } })
}

/**
 * Records that the model has encoded papers, whose vectors are stored, and ends their claims by `by`. Papers that were
 * changed after `seq` are to be encoded again; the vectors of papers that were deleted meanwhile are deleted.
 */
export async function markEncoded(
  papers: readonly Pick<PaperRecord, '_id' | 'seq'>[],
  { modelId, by }: { modelId: string; by: string },
): Promise<void> {
  const update = { $set: { embedded_by: modelId }, $unset: { embedding_claim: 1 as const } }
  const { matchedCount } = await Papers.bulkWrite(
    papers.map(({ _id, seq }) => ({ updateOne: { filter: { _id, seq }, update } })),
    { ordered: false },
  )
  if (matchedCount === papers.length) return
  const ids = papers.map(({ _id }) => _id)
  await releaseClaim(ids, by)
  const stored = new Set((await Papers.find({ _id: { $in: ids } }, { _id: 1 }).lean()).map(({ _id }) => _id))
  await removeVectors(ids.filter((id) => !stored.has(id)))
}

/** Lets papers that another model has encoded be encoded again. Their vectors are kept until then. */
export async function releaseOtherModels(modelId: string): Promise<void> {
  await Papers.updateMany({ embedded_by: { $nin: [null, modelId] } }, { $set: { embedded_by: null } })
}

/** Number of stored papers, and of those that are still to be encoded. */
export async function countUnencoded(): Promise<{ papers: number; unencoded: number }> {
  const [papers, unencoded] = await Promise.all([
    Papers.estimatedDocumentCount(),
    Papers.countDocuments({ embedded_by: null }),
  ])
  return { papers, unencoded }
}
