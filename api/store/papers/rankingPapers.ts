import { toPapersOfDay } from './foldedPapers.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** The fields of a paper that the ranking reads. */
export type RankingFields = Pick<
  PaperRecord,
  | '_id'
  | 'title'
  | 'abstract'
  | 'authors'
  | 'categories'
  | 'category_ids'
  | 'primary_category'
  | 'announcements'
  | 'former_days'
  | 'announce_type'
  | 'announced_on'
  | 'published_at'
  | 'withdrawn'
  | 'joined_into'
  | 'record_ids'
>

const FIELDS = {
  title: 1,
  abstract: 1,
  authors: 1,
  categories: 1,
  category_ids: 1,
  primary_category: 1,
  announcements: 1,
  former_days: 1,
  announce_type: 1,
  announced_on: 1,
  published_at: 1,
  withdrawn: 1,
  joined_into: 1,
  record_ids: 1,
} as const

/** The papers announced on `day`, in no particular order. */
export async function findRankingPapersOf(day: string): Promise<RankingFields[]> {
  return toPapersOfDay(await Papers.find({ 'announcements.on': day }, FIELDS).lean())
}

/** Papers by id, of those of `ids` that are stored. */
export async function findRankingPapers(ids: readonly string[]): Promise<Map<string, RankingFields>> {
  const records = await Papers.find({ _id: { $in: [...ids] } }, FIELDS).lean()
  return new Map(records.map((record) => [record._id, record]))
}

/** Ids of the papers that were announced last on `since` or later, the latest first; at most `limit`. */
export async function findIdsSince(since: string, limit = 0): Promise<string[]> {
  const records = await Papers.find({ announced_on: { $gte: since }, joined_into: { $exists: false } }, { _id: 1 })
    .sort({ announced_on: -1 })
    .limit(limit)
    .lean()
  return records.map(({ _id }) => _id)
}

/** Title and abstract of `limit` papers with ids below `before` (null: from the highest on), the highest id first. */
export async function findTextsBefore(
  before: string | null,
  limit: number,
): Promise<Pick<PaperRecord, '_id' | 'title' | 'abstract'>[]> {
  return Papers.find(before === null ? {} : { _id: { $lt: before } }, { title: 1, abstract: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .lean()
}
