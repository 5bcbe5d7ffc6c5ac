import { model, Schema } from 'mongoose'
import type { SourceRecord } from '../../sources/source.ts'

/** An accepted paper of a venue that is followed, stored at its first sight and when it has changed. */
export interface VenuePaperRecord {
  /** Code of the venue's category and id of the paper at its source. */
  _id: string
  /** Code of the venue's category. */
  venue: string
  source_id: string
  seen_at: Date
  /** The Eastern day after the reading of the list that first had it; null until that has come to its end. */
  day: string | null
  /** It is announced on `day`. Otherwise it was accepted before the venue was followed, or long ago. */
  is_news: boolean
  /** The Eastern day after the day on which it was last seen to have changed; at first that of its first sight. */
  changed_day: string
  changed_at: Date
  /** Of the record, without what says when it changed. */
  hash: string
  /** It is not in the list of the venue any more, and was asked for. */
  is_gone: boolean
  /** Removed some time after `changed_at`; that the paper is known stays. */
  record?: SourceRecord
}

/** What is compared with a paper that is read again. */
export type KnownVenuePaper = Pick<VenuePaperRecord, '_id' | 'hash' | 'is_gone'>

const schema = new Schema<VenuePaperRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    source_id: { type: String, required: true },
    seen_at: { type: Date, required: true },
    day: { type: String, default: null },
    is_news: { type: Boolean, required: true },
    changed_day: { type: String, required: true },
    changed_at: { type: Date, required: true },
    hash: { type: String, required: true },
    is_gone: { type: Boolean, default: false },
    record: { type: Schema.Types.Mixed as never },
  },
  { collection: 'venue_papers', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
schema.index({ venue: 1, changed_day: 1 }, { name: 'days_of_venue' })
schema.index({ changed_at: 1 }, { name: 'with_record', partialFilterExpression: { record: { $exists: true } } })
const Papers = model('VenuePaper', schema)

/** Those of the papers that are stored, by their ids. */
export async function findKnownPapers(ids: readonly string[]): Promise<Map<string, KnownVenuePaper>> {
  const found = await Papers.find({ _id: { $in: ids } }, { hash: 1, is_gone: 1 }).lean<KnownVenuePaper[]>()
  return new Map(found.map((one) => [one._id, one]))
}

/** Stores papers that were not known. One that is stored already stays as it is. */
export async function savePapersOfVenue(papers: readonly VenuePaperRecord[]): Promise<void> {
  if (papers.length === 0) return
  await Papers.bulkWrite(
    papers.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
    })),
    { ordered: false },
  )
}

/** Gives the papers of a venue that have no day yet this one; with `seenBefore` those alone that were seen before it. */
export async function giveDay(venue: string, day: string, { seenBefore }: { seenBefore?: Date } = {}): Promise<void> {
  await Papers.updateMany(
    { venue, day: null, ...(seenBefore && { seen_at: { $lt: seenBefore } }) },
    { $set: { day, changed_day: day } },
  )
}

type Change = Pick<VenuePaperRecord, '_id' | 'changed_day' | 'changed_at' | 'hash' | 'is_gone'> & {
  record: SourceRecord
}

/** Stores what papers have become. When they were first seen, and whether they were news, stays. */
export async function saveChangedPapers(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await Papers.bulkWrite(
    changes.map(({ _id, ...rest }) => ({ updateOne: { filter: { _id }, update: { $set: rest } } })),
    { ordered: false },
  )
}

/** Marks papers that are not public any more. Their records stay. */
export async function saveGonePapers(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await Papers.updateMany({ _id: { $in: ids } }, { $set: { is_gone: true } })
}

/** The `source_id`s of the papers that the list of the venue had when they were last seen. */
export async function findListedIds(venue: string): Promise<string[]> {
  const found = await Papers.find({ venue, is_gone: false }, { source_id: 1 }).lean<{ source_id: string }[]>()
  return found.map(({ source_id }) => source_id)
}

interface Range {
  venues: readonly string[]
  from: string
  until: string
  skip: number
  limit: number
}

/**
 * The papers of these venues that were first seen or have changed so that the day is from `from` to `until` (inclusive),
 * while their records are kept: in the order of their first sight. Those without a day are left out.
 */
export const findVenuePapers = ({
  venues,
  from,
  until,
  skip,
  limit,
}: Range): Promise<(VenuePaperRecord & { record: SourceRecord })[]> =>
  Papers.find({
    venue: { $in: venues },
    changed_day: { $gte: from, $lte: until },
    day: { $ne: null },
    record: { $exists: true },
  })
    .sort({ seen_at: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean<(VenuePaperRecord & { record: SourceRecord })[]>()

/** Removes the records of papers that have not changed since `instant`. That the papers are known stays. */
export async function forgetVenueRecords(instant: Date): Promise<void> {
  await Papers.updateMany({ changed_at: { $lt: instant }, record: { $exists: true } }, { $unset: { record: 1 } })
}
