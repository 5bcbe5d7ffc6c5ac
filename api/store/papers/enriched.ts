import { Papers, type PaperRecord, type StoredFacts } from './paperModel.ts'

export type { StoredFacts } from './paperModel.ts'

/** What is read of a paper to ask a service about it. */
export type EnrichablePaper = Pick<
  PaperRecord,
  '_id' | 'seq' | 'abstract' | 'categories' | 'primary_category' | 'doi' | 'ids' | 'record_ids' | 'folded' | 'stored_at'
>

const FIELDS = {
  seq: 1,
  abstract: 1,
  categories: 1,
  primary_category: 1,
  doi: 1,
  ids: 1,
  record_ids: 1,
  folded: 1,
  stored_at: 1,
} as const

/** Filter for papers that are real, and no part of another one. */
const IS_SHOWN = { sample: false, joined_into: { $exists: false } }

/** Papers stored on `storedSince` or later and changed after `seq`, in the order of their changes; at most `limit`. */
export const findChangedSince = (
  seq: number,
  { storedSince, limit }: { storedSince: Date; limit: number },
): Promise<EnrichablePaper[]> =>
  Papers.find({ seq: { $gt: seq }, stored_at: { $gte: storedSince }, ...IS_SHOWN }, FIELDS)
    .sort({ seq: 1 })
    .limit(limit)
    .lean()

/** Those of `ids` that are papers of the library. */
export const findEnrichable = (ids: readonly string[]): Promise<EnrichablePaper[]> =>
  Papers.find({ _id: { $in: [...ids] }, ...IS_SHOWN }, FIELDS).lean()

/** Stores what `service` knows about papers or records of papers, by id. Returns the ids of those that are stored. */
export async function saveFacts(service: string, facts: ReadonlyMap<string, StoredFacts>): Promise<string[]> {
  const known = await Papers.find({ _id: { $in: [...facts.keys()] } }, { _id: 1 }).lean()
  const writes = known.flatMap(({ _id }) => {
    const own = facts.get(_id)
    return own ? [{ updateOne: { filter: { _id }, update: { $set: { [`enriched.${service}`]: own } } } }] : []
  })
  if (writes.length > 0) await Papers.bulkWrite(writes, { ordered: false })
  return known.map(({ _id }) => _id)
}
