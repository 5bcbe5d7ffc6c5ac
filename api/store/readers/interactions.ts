import { model, Schema, type InferSchemaType } from 'mongoose'
import { CLICK_PAUSE_MS } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

const schema = new Schema(
  {
    /** `<user>:<paper>`, so that each pair has exactly one document. */
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    paper_id: { type: String, required: true },
    clicked: { type: Boolean, default: false },
    clicks: { type: Number, default: 0 },
    last_click_at: { type: Date, default: null },
    /** The newest announcement day at the time of each click. */
    opened_on: { type: [String], default: [] },
    view_seconds: { type: Number, default: 0 },
    /** Those of `view_seconds` by the reader's local day. Absent before the first, and for views of earlier versions. */
    seconds_on: Schema.Types.Mixed,
    seen: { type: Boolean, default: false },
    liked: { type: Boolean, default: false },
    dismissed: { type: Boolean, default: false },
    /** When `liked` or `dismissed` was set or taken back. */
    rated_at: { type: Date, default: null },
    viewed_at: { type: Date, default: null },
    /** How many of `clicks` came from a mail. */
    mail_clicks: { type: Number, default: 0 },
  },
  { collection: 'interactions', shardKey: { user_id: 1 }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, clicked: 1 }, { name: 'clicked' })
schema.index({ paper_id: 1, user_id: 1 }, { name: 'dismissed', partialFilterExpression: { dismissed: true } })

export type InteractionRecord = Omit<InferSchemaType<typeof schema>, 'seconds_on'> & {
  seconds_on?: Record<string, number>
}
export const Interactions = model('Interaction', schema)

export const keyOf = (userId: string, paperId: string) => `${userId}:${paperId}`
/** Matches the document of this pair. A cluster finds its shard by `user_id`. */
const ofPair = (userId: string, paperId: string) => ({ _id: keyOf(userId, paperId), user_id: userId })
const ofPairs = (userId: string, paperIds: readonly string[]) => ({
  _id: { $in: paperIds.map((id) => keyOf(userId, id)) },
  user_id: userId,
})
const noInteraction = {
  clicked: false,
  clicks: 0,
  last_click_at: null,
  opened_on: [],
  view_seconds: 0,
  seen: false,
  liked: false,
  dismissed: false,
  rated_at: null,
  viewed_at: null,
  mail_clicks: 0,
}

/** Inserts the document of this pair unless it exists. */
async function insertMissing(userId: string, paperId: string): Promise<void> {
  try {
    await Interactions.updateOne(
      ofPair(userId, paperId),
      { $setOnInsert: { paper_id: paperId, ...noInteraction } },
      { upsert: true },
    )
  } catch (error) {
    // Another process inserted the same document at the same moment.
    if (!isDuplicate(error)) throw error
  }
}

/** The reader's interactions by paper id. Papers without interactions are missing. */
export async function findInteractions(
  userId: string,
  paperIds: readonly string[],
): Promise<Map<string, InteractionRecord>> {
  // Without mongoose, which checks each of the ids.
  const options = { hint: { _id: 1 }, batchSize: paperIds.length + 1 }
  const records = Interactions.collection.find<InteractionRecord>(ofPairs(userId, paperIds) as object, options)
  return new Map((await records.toArray()).map((record) => [record.paper_id, record]))
}

/** Those of `paperIds` that the reader has seen or dismissed. */
export async function findHandled(userId: string, paperIds: readonly string[]): Promise<Set<string>> {
  const handled = { ...ofPairs(userId, paperIds), $or: [{ seen: true }, { dismissed: true }] }
  const found = await Interactions.find(handled, { _id: 0, paper_id: 1 }).hint({ _id: 1 }).lean()
  return new Set(found.map(({ paper_id }) => paper_id))
}

/** Ids of the papers that the reader saw, opened or rated after `since`. */
export async function findSeenSince(userId: string, since: Date): Promise<string[]> {
  const after = { $gt: since }
  const isNew = [{ viewed_at: after }, { last_click_at: after }, { rated_at: after }]
  const found = await Interactions.find({ user_id: userId, $or: isNew }, { _id: 0, paper_id: 1 }).lean()
  return found.map(({ paper_id }) => paper_id)
}

interface Click {
  at: Date
  /** The newest announcement day; null before the first announcement. */
  day: string | null
  fromMail?: boolean
}

/** Counts a click unless one was counted in the last 5 s, and marks the paper as seen. Returns the number of clicks. */
export async function addClick(userId: string, paperId: string, { at, day, fromMail = false }: Click): Promise<number> {
  await insertMissing(userId, paperId)
  const pair = ofPair(userId, paperId)
  const before = new Date(at.getTime() - CLICK_PAUSE_MS)
  const counted = await Interactions.findOneAndUpdate(
    { ...pair, $or: [{ last_click_at: null }, { last_click_at: { $lte: before } }] },
    {
      $set: { clicked: true, seen: true, last_click_at: at },
      $inc: { clicks: 1, ...(fromMail && { mail_clicks: 1 }) },
      ...(day !== null && { $addToSet: { opened_on: day } }),
    },
    { returnDocument: 'after', projection: { clicks: 1 } },
  ).lean()
  if (counted !== null) return counted.clicks
  return (await Interactions.findOne(pair, { clicks: 1 }).lean())?.clicks ?? 0
}

/** Adds to the seconds a paper was viewed on a local day of the reader, and marks it as seen. Returns the total. */
export async function addView(
  userId: string,
  paperId: string,
  { seconds, day }: { seconds: number; day: string },
): Promise<number> {
  await insertMissing(userId, paperId)
  const record = await Interactions.findOneAndUpdate(
    ofPair(userId, paperId),
    {
      $set: { seen: true, viewed_at: now() },
      $inc: { view_seconds: seconds, ...(seconds > 0 && { [`seconds_on.${day}`]: seconds }) },
    },
    { returnDocument: 'after', projection: { view_seconds: 1 } },
  ).lean()
  return record?.view_seconds ?? 0
}

/** Stores the reader's feedback on a paper; `none` removes it. */
export async function setFeedback(userId: string, paperId: string, value: 'like' | 'dislike' | 'none'): Promise<void> {
  await insertMissing(userId, paperId)
  await Interactions.updateOne(ofPair(userId, paperId), {
    $set: { liked: value === 'like', dismissed: value === 'dislike', rated_at: now() },
  })
}

/** The fields of an interaction that the reader's taste is learned from. */
const ACTION_FIELDS = {
  paper_id: 1,
  clicked: 1,
  clicks: 1,
  mail_clicks: 1,
  last_click_at: 1,
  view_seconds: 1,
  viewed_at: 1,
  liked: 1,
  dismissed: 1,
  rated_at: 1,
} as const
export type ActionFields = Pick<InteractionRecord, keyof typeof ACTION_FIELDS>

/** The reader's interactions with a click, a rating or at least `viewSeconds` of view time. */
export async function findActions(userId: string, viewSeconds: number): Promise<ActionFields[]> {
  const isAction = [{ clicked: true }, { liked: true }, { dismissed: true }, { view_seconds: { $gte: viewSeconds } }]
  return Interactions.find({ user_id: userId, $or: isAction }, ACTION_FIELDS).lean()
}

export interface InteractionSums {
  clicked: number
  viewed: number
  view_seconds: number
}

const countWhere = (condition: unknown) => ({ $sum: { $cond: [condition, 1, 0] } })

/** Totals over all interactions of the reader. */
export async function sumInteractions(userId: string): Promise<InteractionSums> {
  const [sums] = await Interactions.aggregate<InteractionSums>([
    { $match: { user_id: userId } },
    {
      $group: {
        _id: null,
        clicked: countWhere('$clicked'),
        viewed: countWhere('$seen'),
        view_seconds: { $sum: '$view_seconds' },
      },
    },
    { $project: { _id: 0 } },
  ])
  return sums ?? { clicked: 0, viewed: 0, view_seconds: 0 }
}

/** Ids of all papers that the reader clicked. */
export async function findClickedPaperIds(userId: string): Promise<Set<string>> {
  const found = await Interactions.find({ user_id: userId, clicked: true }, { paper_id: 1 }).lean()
  return new Set(found.map(({ paper_id }) => paper_id))
}

/** The announcement days on which the reader opened a paper. */
export const findOpenedDays = (userId: string): Promise<string[]> =>
  Interactions.distinct('opened_on', { user_id: userId, clicked: true })

/** No time zone is further ahead of UTC. */
const ZONE_MAX_MS = 14 * 3_600_000

/** The seconds that the reader viewed papers on these local days, by paper id. The days may be of several time zones. */
export async function findSecondsOn(userId: string, days: readonly string[]): Promise<Map<string, number>> {
  const begin = new Date(Date.parse(days.toSorted()[0] ?? '') - ZONE_MAX_MS)
  const fields = Object.fromEntries(days.map((day) => [`seconds_on.${day}`, 1]))
  const found = await Interactions.find(
    { user_id: userId, viewed_at: { $gte: begin } },
    { _id: 0, paper_id: 1, ...fields },
  ).lean<Pick<InteractionRecord, 'paper_id' | 'seconds_on'>[]>()
  const sums = found.map(({ paper_id, seconds_on = {} }) => {
    const seconds = Object.values(seconds_on).reduce((sum, one) => sum + one, 0)
    return [paper_id, seconds] as const
  })
  return new Map(sums.filter(([, seconds]) => seconds > 0))
}
