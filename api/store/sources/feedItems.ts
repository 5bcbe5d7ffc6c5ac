import { model, Schema } from 'mongoose'
import type { SourceRecord } from '../../sources/source.ts'

/** An item of a feed, stored once at its first sight. */
export interface FeedItemRecord {
  /** Id of its paper: "url:" and 24 hex digits. */
  _id: string
  feed: string
  /** Hashes of what identifies it: an item of the feed with one of them is the same. */
  keys: string[]
  seen_at: Date
  /** The Eastern day after the day of its first sight. */
  day: string
  /** It is announced on `day`. Otherwise it was there before the feed was followed, or is old, or no paper. */
  is_news: boolean
  /** Removed some time after `seen_at`; that the item is known stays. */
  record?: SourceRecord
}

const schema = new Schema<FeedItemRecord>(
  {
    _id: { type: String, required: true },
    feed: { type: String, required: true },
    keys: { type: [String], required: true },
    seen_at: { type: Date, required: true },
    day: { type: String, required: true },
    is_news: { type: Boolean, required: true },
    record: { type: Schema.Types.Mixed as never },
  },
  { collection: 'feed_items', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
schema.index({ feed: 1, keys: 1 }, { name: 'keys_of_feed' })
schema.index({ feed: 1, day: 1 }, { name: 'days_of_feed' })
schema.index({ seen_at: 1 }, { name: 'with_record', partialFilterExpression: { record: { $exists: true } } })
const Items = model('FeedItem', schema)

/** Those of `keys` that a stored item of the feed has. */
export async function findKnownKeys(feed: string, keys: readonly string[]): Promise<Set<string>> {
  const found = await Items.find({ feed, keys: { $in: keys } }, { keys: 1 }).lean<Pick<FeedItemRecord, 'keys'>[]>()
  return new Set(found.flatMap((item) => item.keys))
}

/** Stores new items. One that is stored already stays as it is. */
export async function saveFeedItems(items: readonly FeedItemRecord[]): Promise<void> {
  if (items.length === 0) return
  await Items.bulkWrite(
    items.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
    })),
    { ordered: false },
  )
}

/** The items of these feeds whose day is from `from` to `until` (inclusive), the first seen first, while they are kept. */
export const findFeedItems = (
  feeds: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<Required<FeedItemRecord>[]> =>
  Items.find({ feed: { $in: feeds }, day: { $gte: from, $lte: until }, record: { $exists: true } })
    .sort({ seen_at: 1, _id: 1 })
    .lean<Required<FeedItemRecord>[]>()

/** Removes the records of items that were seen before `instant`. Their keys stay. */
export async function forgetFeedRecords(instant: Date): Promise<void> {
  await Items.updateMany({ seen_at: { $lt: instant }, record: { $exists: true } }, { $unset: { record: 1 } })
}
