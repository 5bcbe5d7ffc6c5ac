import { model, Schema } from 'mongoose'
import type { CitingPaper } from '../../sources/enriching.ts'

/** A stored paper that cites a saved one. */
export interface StoredCiting extends Omit<CitingPaper, 'published_on'> {
  /** Its day: that of its publication, else the one on which it was first seen; null if it was there at the first visit. */
  on: string | null
}

/** The papers that cite a saved one. They are the same for all readers: nothing here is about a reader. */
export interface CitationsRecord {
  /** Id of the cited paper. */
  _id: string
  asked_at: Date
  /** Citing papers of earlier days (UTC) are left out: no reader had saved the paper. */
  since: string
  citing: StoredCiting[]
  /** The source lists only the first citations of the paper. */
  is_cut: boolean
  /** Requests of the last visit. */
  requests: number
}

const schema = new Schema<CitationsRecord>(
  {
    _id: { type: String, required: true },
    asked_at: { type: Date, required: true },
    since: { type: String, required: true },
    citing: { type: [Schema.Types.Mixed] as never, required: true },
    is_cut: { type: Boolean, required: true },
    requests: { type: Number, required: true },
  },
  { collection: 'paper_citations', shardKey: { _id: 'hashed' }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ asked_at: 1 }, { name: 'asked' })
schema.index({ 'citing.on': -1 }, { name: 'newest' })
const Citations = model('PaperCitations', schema)

/** The stored citations of a paper; null before its first visit. */
export const findCitations = (id: string): Promise<CitationsRecord | null> =>
  Citations.findById(id).lean<CitationsRecord | null>()

/** Replaces the stored citations of a paper. */
export async function saveCitations({ _id, ...record }: CitationsRecord): Promise<void> {
  await Citations.updateOne({ _id }, { $set: record }, { upsert: true })
}

/** The days of the papers that cite each of `ids`, and whether the source lists only the first; without those that none cites. */
export async function findCitationDays(
  ids: readonly string[],
): Promise<Map<string, Pick<CitationsRecord, 'is_cut'> & { days: string[] }>> {
  if (ids.length === 0) return new Map()
  const found = await Citations.find(
    { _id: { $in: [...ids] }, 'citing.0': { $exists: true } },
    { 'citing.on': 1, is_cut: 1 },
  ).lean<Pick<CitationsRecord, '_id' | 'citing' | 'is_cut'>[]>()
  return new Map(found.map(({ _id, citing, is_cut }) => [_id, { is_cut, days: citing.flatMap(({ on }) => on ?? []) }]))
}

/** How many papers were visited since `at`, and with how many requests. */
export async function countVisitsSince(at: Date): Promise<{ papers: number; requests: number }> {
  const [sums] = await Citations.aggregate<{ papers: number; requests: number }>([
    { $match: { asked_at: { $gte: at } } },
    { $group: { _id: null, papers: { $sum: 1 }, requests: { $sum: '$requests' } } },
  ])
  return { papers: sums?.papers ?? 0, requests: sums?.requests ?? 0 }
}

/** The newest day of a citing paper; null without any. */
export async function findNewestCitation(): Promise<string | null> {
  const newest = await Citations.findOne({ 'citing.on': { $gt: '' } }, { 'citing.on': 1 })
    .sort({ 'citing.on': -1 })
    .lean<Pick<CitationsRecord, 'citing'> | null>()
  return (
    newest?.citing
      .flatMap(({ on }) => on ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}

/** Deletes the citations of these papers. */
export async function removeCitations(ids: readonly string[]): Promise<void> {
  await Citations.deleteMany({ _id: { $in: [...ids] } })
}
