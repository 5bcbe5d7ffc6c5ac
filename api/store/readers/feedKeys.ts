import { model, Schema } from 'mongoose'
import { FEED_KINDS, type FeedKind } from '../../contract/limits.ts'
import { isDuplicateOf } from '../duplicateKeys.ts'

/** A feed of a reader, which is read under a secret address. */
export interface FeedRecord {
  _id: string
  user_id: string
  /** The secret part of the feed's address. */
  key: string
  kind: FeedKind
  /** Id of the category, or the tag; empty for the day. */
  of: string
  /** Name of the category when the feed was made, or the tag; empty for the day. */
  name: string
  /** One of the places that a reader has for feeds. */
  slot: number
}

const text = { type: String, required: true } as const
const schema = new Schema<FeedRecord>(
  {
    _id: text,
    user_id: text,
    key: text,
    kind: { ...text, enum: FEED_KINDS },
    of: { type: String, default: '' },
    name: { type: String, default: '' },
    slot: { type: Number, required: true },
  },
  { collection: 'feed_keys', versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ key: 1 }, { name: 'key', unique: true })
schema.index({ user_id: 1, kind: 1, of: 1 }, { name: 'one_of_each', unique: true })
schema.index({ user_id: 1, slot: 1 }, { name: 'slot', unique: true })

const Feeds = model('FeedKey', schema)

/**
 * Brings feeds of data version 5 to the present form: there, a reader had one, of the day, whose id was the reader's.
 * Safe to repeat, and for several processes at once. Call it before the indexes are made.
 */
export async function renewFormerFeeds(): Promise<void> {
  await Feeds.collection.updateMany({ user_id: { $exists: false } }, [
    { $set: { user_id: '$_id', kind: 'day', of: '', name: '', slot: 0 } },
  ])
}

/** The feeds of a reader, in the order in which they were made. */
export const findFeeds = (userId: string): Promise<FeedRecord[]> =>
  Feeds.find({ user_id: userId }).sort({ slot: 1 }).lean().exec()

/** The feed with this key; null if it was renewed or ended. */
export const findFeedByKey = (key: string): Promise<FeedRecord | null> => Feeds.findOne({ key }).lean().exec()

/**
 * Stores a feed in a free slot below `slots`, unless the reader has it already. Returns the stored one and whether this call
 * made it; null if no slot is free. Concurrent calls never store more.
 */
export async function insertFeed(
  feed: Omit<FeedRecord, '_id' | 'slot'>,
  slots: number,
): Promise<{ feed: FeedRecord; created: boolean } | null> {
  for (;;) {
    const stored = await findFeeds(feed.user_id)
    const known = stored.find(({ kind, of }) => kind === feed.kind && of === feed.of)
    if (known !== undefined) return { feed: known, created: false }
    const used = new Set(stored.map(({ slot }) => slot))
    const slot = Array.from({ length: slots }, (_, index) => index).find((index) => !used.has(index))
    if (slot === undefined) return null
    const record = { _id: crypto.randomUUID(), ...feed, slot }
    try {
      await Feeds.create(record)
      return { feed: record, created: true }
    } catch (error) {
      // Another request has taken the slot, or made the same feed: the next round finds it.
      if (!isDuplicateOf(error, 'slot') && !isDuplicateOf(error, 'one_of_each')) throw error
    }
  }
}

/** Gives the reader's feed this key. The one before is not valid any more. Null if the reader has no such feed. */
export const renewFeed = (userId: string, id: string, key: string): Promise<FeedRecord | null> =>
  Feeds.findOneAndUpdate({ _id: id, user_id: userId }, { $set: { key } }, { returnDocument: 'after' }).lean().exec()

/** Ends a feed of the reader. Returns whether there was one. */
export const removeFeed = async (userId: string, id: string): Promise<boolean> =>
  (await Feeds.deleteOne({ _id: id, user_id: userId })).deletedCount === 1

/** Ends all feeds of the reader. */
export async function removeFeeds(userId: string): Promise<void> {
  await Feeds.deleteMany({ user_id: userId })
}
