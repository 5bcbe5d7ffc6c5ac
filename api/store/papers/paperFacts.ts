import type { Paper } from '../../contract/papers.ts'
import { FOLD_FIELDS, findFolded } from './foldedPapers.ts'
import { aliasesOf, type Aliases } from './joins.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** The fields of a paper whose changes are shown to its readers as updates. */
export type PaperUpdateFields = Pick<
  Paper,
  'version' | 'withdrawn' | 'withdrawn_by' | 'journal_ref' | 'urls' | 'notices'
>

/** Update fields by paper id, of those of `ids` that are stored. */
export async function findPaperUpdateFields(ids: readonly string[]): Promise<Map<string, PaperUpdateFields>> {
  const fields = { version: 1, withdrawn: 1, withdrawn_by: 1, journal_ref: 1, urls: 1, ...FOLD_FIELDS } as const
  return findFolded(ids, async (wanted) => Papers.find({ _id: { $in: [...wanted] } }, fields).lean())
}

/** The titles by paper id, of those of `ids` that are stored. */
export async function findTitles(ids: readonly string[]): Promise<Map<string, string>> {
  const papers = await Papers.find({ _id: { $in: [...ids] } }, { title: 1 }).lean()
  return new Map(papers.map(({ _id, title }) => [_id, title]))
}

/** The category codes by paper id, of those of `ids` that are stored. */
export async function findPaperCategories(ids: readonly string[]): Promise<Map<string, string[]>> {
  const fields = { categories: 1, ...FOLD_FIELDS } as const
  const papers = await findFolded(ids, async (wanted) => Papers.find({ _id: { $in: [...wanted] } }, fields).lean())
  return new Map([...papers].map(([id, { categories }]) => [id, categories]))
}

/** As `findPaperCategories`, by the ids of the papers and of their records in `ids`, and the aliases of `ids`. One read. */
export async function findOutlines(
  ids: readonly string[],
): Promise<{ categories: Map<string, string[]>; aliases: Aliases }> {
  const projection = { categories: 1, joined_into: 1, record_ids: 1, 'folded.categories': 1 }
  const records: Pick<PaperRecord, '_id' | 'categories' | 'joined_into' | 'record_ids' | 'folded'>[] = []
  // Without mongoose, which checks each of the ids, and with one answer of the database for all of them.
  const read = async (wanted: readonly string[]) => {
    const options = { projection, batchSize: wanted.length + 1 }
    const found = await Papers.collection
      .find<(typeof records)[number]>({ _id: { $in: [...wanted] as never[] } }, options)
      .toArray()
    records.push(...found)
    return found
  }
  const papers = await findFolded(ids, read)
  const aliases = aliasesOf(
    records.flatMap(({ _id, joined_into = _id, record_ids = [] }) =>
      record_ids.flatMap((id) => (id === joined_into ? [] : [{ _id: id, joined_into }])),
    ),
  )
  const byRecord = [...papers].map(([id, { categories }]) => [id, categories] as const)
  const byPaper = byRecord.map(([id, categories]) => [aliases.paperOf(id), categories] as const)
  return { categories: new Map([...byRecord, ...byPaper]), aliases }
}

/** A topic or another category outside of the taxonomy that a paper is in. */
export interface TopicOfPaper {
  _id: string
  name: string
  /** Missing in a category that an admin made from the codes of a source. */
  query?: string | null
  /** The reader who owns it; null if it is shared. */
  owner_id: string | null
}

/** Those of `topicIds` that exist and that a paper is in, by paper id, of those of `ids` that are in one. One read. */
export async function findTopicsOfPapers(
  ids: readonly string[],
  topicIds: readonly string[],
): Promise<Map<string, TopicOfPaper[]>> {
  const found = await Papers.aggregate<{ _id: string; topics: TopicOfPaper[] }>([
    { $match: { _id: { $in: ids }, category_ids: { $in: topicIds } } },
    { $project: { topic_ids: { $setIntersection: ['$category_ids', { $literal: topicIds }] } } },
    {
      $lookup: {
        from: 'categories',
        localField: 'topic_ids',
        foreignField: '_id',
        pipeline: [{ $project: { name: 1, query: 1, owner_id: 1 } }],
        as: 'topics',
      },
    },
  ])
  return new Map(found.map(({ _id, topics }) => [_id, topics]))
}

/** The fields of a paper that statistics use. */
export interface PaperStatsFields {
  category_ids: string[]
  primary_category: string | null
}

/** Statistics fields by paper id, of those of `ids` that are stored. Works for thousands of ids. */
export async function findPaperStatsFields(ids: readonly string[]): Promise<Map<string, PaperStatsFields>> {
  const fields = { category_ids: 1, primary_category: 1 } as const
  const records = await Papers.find({ _id: { $in: [...ids] } }, fields).lean()
  return new Map(records.map((record) => [record._id, record]))
}

/** Number of papers announced on `days` as new or cross-listed, by category id. */
export async function countArrivals(days: readonly string[]): Promise<Map<string, number>> {
  const counts = await Papers.aggregate<{ _id: string; count: number }>([
    { $match: { announcements: { $elemMatch: { on: { $in: days }, type: { $in: ['new', 'cross'] } } } } },
    { $unwind: '$category_ids' },
    { $group: { _id: '$category_ids', count: { $sum: 1 } } },
  ])
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}

/** Papers stored at or after `since`; stops counting at `limit`. */
export const countRecentPapers = (since: Date, limit: number): Promise<number> =>
  Papers.countDocuments({ stored_at: { $gte: since } }, { limit })

/** The fields of a paper from which the days of its announcements are derived. */
export type NumberedFields = Pick<
  PaperRecord,
  '_id' | 'source_id' | 'categories' | 'primary_category' | 'announcements' | 'published_at' | 'public_by' | 'versions'
>

/**
 * Papers of `source` numbered in the months from `month` to before `monthAfter` ("2611"), and papers of any age whose
 * current version was submitted at or after `updatedSince`.
 */
export async function findNumbered(
  source: string,
  { month, monthAfter, updatedSince }: { month: string; monthAfter: string; updatedSince: Date },
): Promise<NumberedFields[]> {
  const fields = {
    source_id: 1,
    categories: 1,
    primary_category: 1,
    announcements: 1,
    published_at: 1,
    public_by: 1,
    versions: 1,
  } as const
  const [numbered, updated] = await Promise.all([
    Papers.find({ _id: { $gte: `${source}:${month}.`, $lt: `${source}:${monthAfter}.` } }, fields).lean(),
    Papers.find({ source, updated_at: { $gte: updatedSince } }, fields).lean(),
  ])
  return [...new Map([...numbered, ...updated].map((paper) => [paper._id, paper])).values()]
}

/** The lowest id of the papers that were announced as new on the first known day from `since` on. */
export async function findFirstNewId(since: string): Promise<string | null> {
  const isNew = { announce_type: 'new' as const }
  const first = await Papers.findOne({ ...isNew, announced_on: { $gte: since } }, { announced_on: 1 })
    .sort({ announced_on: 1 })
    .lean()
  if (first === null) return null
  const lowest = await Papers.findOne({ ...isNew, announced_on: first.announced_on }, { _id: 1 })
    .sort({ _id: 1 })
    .lean()
  return lowest?._id ?? null
}
