import { findPaperOf } from './foldedPapers.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** The paper stored under `id`; if there is none, the one that has it besides its own, or this DOI of its publisher. */
export async function findReferredPaper({ id, doi }: { id: string; doi: string | null }): Promise<PaperRecord | null> {
  const byId = await Papers.findById(id).lean()
  if (byId !== null) return findPaperOf(byId)
  if (doi === null) return findPaperOf(await Papers.findOne({ ids: id }).sort({ _id: 1 }).lean())
  return findPaperOf(await Papers.findOne({ doi }).sort({ _id: 1 }).lean())
}

/** The record of each of `ids` that is stored: under this id, with it besides its own, or with this DOI of its publisher. */
export async function findRecordIds(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const dois = ids.flatMap((id) => (id.startsWith('doi:') ? [id.slice('doi:'.length)] : []))
  const records = await Papers.find(
    { $or: [{ _id: { $in: [...ids] } }, { ids: { $in: [...ids] } }, { doi: { $in: dois } }] },
    { ids: 1, doi: 1 },
  )
    .sort({ _id: -1 })
    .lean()
  // The surest last: it counts.
  return new Map([
    ...records.flatMap(({ _id, doi }) => (doi === null ? [] : [[`doi:${doi}`, _id] as const])),
    ...records.flatMap(({ _id, ids: further = [] }) => further.map((id) => [id, _id] as const)),
    ...records.map(({ _id }) => [_id, _id] as const),
  ])
}

/**
 * The announcement days of the new papers with the nearest lower and higher arXiv numbers than `id` ("arxiv:2611.01234"),
 * null where there is none. arXiv gives the numbers in the order of its announcements.
 */
export async function findNumberNeighbours(id: string): Promise<{ below: string | null; above: string | null }> {
  // Older ids ("hep-th/9901001") are numbered by archive, and come after these in the order of ids.
  const [below, above] = await Promise.all([
    nearest({ $gte: 'arxiv:0', $lt: id }, -1),
    nearest({ $gt: id, $lt: 'arxiv::' }, 1),
  ])
  return { below: below?.announced_on ?? null, above: above?.announced_on ?? null }
}

const nearest = (range: { $gt?: string; $gte?: string; $lt: string }, order: 1 | -1) =>
  Papers.findOne({ announce_type: 'new', _id: range }, { announced_on: 1 }).sort({ _id: order }).lean()

/** Those of `ids` that are stored. */
export async function findStoredIds(ids: readonly string[]): Promise<Set<string>> {
  const stored = ids.length === 0 ? [] : await Papers.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean()
  return new Set(stored.map(({ _id }) => _id))
}

/** The highest number ("2611.01234") of the papers of `source` that were new before `day`, or null. */
export async function findLastNumberBefore(source: string, day: string): Promise<string | null> {
  const isNumbered = { $gte: `${source}:0`, $lt: `${source}::` }
  const last = await Papers.findOne(
    { announce_type: 'new', _id: isNumbered, announced_on: { $lt: day } },
    { source_id: 1 },
  )
    .sort({ _id: -1 })
    .lean()
  return last?.source_id ?? null
}

/** The announcements and categories by id, of those of `ids` that are stored. */
export async function findPapersAnnounced(
  ids: readonly string[],
): Promise<Map<string, Pick<PaperRecord, 'announcements' | 'categories'>>> {
  const stored = await Papers.find({ _id: { $in: [...ids] } }, { announcements: 1, categories: 1 }).lean()
  return new Map(stored.map((paper) => [paper._id, paper]))
}
