import type { Paper } from '../../contract/papers.ts'
import { Papers } from './paperModel.ts'

/** What of a paper its readers are told news about. */
export type PaperUpdateFields = Pick<Paper, 'version' | 'withdrawn' | 'journal_ref' | 'urls'>

/** Of those of `ids` that are stored. */
export async function findPaperUpdateFields(ids: readonly string[]): Promise<Map<string, PaperUpdateFields>> {
  const fields = { version: 1, withdrawn: 1, journal_ref: 1, urls: 1 } as const
  const records = await Papers.find({ _id: { $in: [...ids] } }, fields).lean()
  return new Map(records.map((record) => [record._id, record]))
}

/** What statistics need of a paper. */
export interface PaperStatsFields {
  category_ids: string[]
  primary_category: string | null
  published_at: Date | null
}

/** Of those of `ids` that are stored, thousands at once. */
export async function findPaperStatsFields(ids: readonly string[]): Promise<Map<string, PaperStatsFields>> {
  const fields = { category_ids: 1, primary_category: 1, published_at: 1 } as const
  const records = await Papers.find({ _id: { $in: [...ids] } }, fields).lean()
  return new Map(records.map((record) => [record._id, record]))
}

/** How many papers came to readers on `days`, by category id: announced there as new or cross-listed. */
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
