import { model, Schema } from 'mongoose'

interface FeedKey {
  /** User id: each user has at most one feed. */
  _id: string
  /** The secret part of the feed's address. */
  key: string
}

const text = { type: String, required: true }
const schema = new Schema<FeedKey>(
  { _id: text, key: text },
  { collection: 'feed_keys', versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ key: 1 }, { name: 'key', unique: true })

const FeedKeys = model('FeedKey', schema)

/** The key of the user's feed; null if it is off. */
export const findFeedKey = async (userId: string): Promise<string | null> =>
  (await FeedKeys.findById(userId).lean())?.key ?? null

/** The id of the user whose feed has this key, or null. */
export const findFeedOwner = async (key: string): Promise<string | null> =>
  (await FeedKeys.findOne({ key }).lean())?._id ?? null

/** Gives the user's feed this key. The one before is not valid any more. */
export async function saveFeedKey(userId: string, key: string): Promise<void> {
  await FeedKeys.updateOne({ _id: userId }, { $set: { key } }, { upsert: true })
}

/** Switches the user's feed off. */
export async function removeFeedKey(userId: string): Promise<void> {
  await FeedKeys.deleteOne({ _id: userId })
}
