import { model, Schema } from 'mongoose'
import type { Ledger, LedgerBucket } from '../../contract/dashboard.ts'
import type { Reason } from '../../contract/papers.ts'
import type { Order } from '../../contract/taste.ts'
import { now } from '../../platform/clock.ts'

export interface DeliveredCard {
  paper_id: string
  /** 1 is the first. */
  rank: number
  score: number
  reasons: Reason[]
  from_next_door: boolean
}

const BUCKETS = ['seen_before', 'older_version', 'cross_list', 'muted', 'below_cut'] as const
export type LedgerBuckets = Record<Exclude<LedgerBucket, 'announced' | 'shown'>, string[]>

/** How a list was mixed from two orders, to compare them. */
export interface MixedOrder {
  a: Order
  b: Order
  /** For each card of the first version of the delivery: "a" or "b", the order that put it there, or "-" for none. */
  teams: string
}

/** One user's cards of one day: created once, afterwards only extended. */
export interface DeliveryRecord {
  /** `<user>:<day>`. */
  _id: string
  user_id: string
  day: string
  /** The categories it was computed for. */
  category_ids: string[]
  cards: DeliveredCard[]
  ledger: typeof Ledger.static
  /** Ids of the papers that are not shown, by ledger bucket. */
  places: LedgerBuckets
  /** Papers of the day in the library when it was computed. When there are more, it is extended. */
  day_papers: number
  /** Null for most lists, and in deliveries of earlier versions. */
  mixed?: MixedOrder | null
  opened_from_mail_at: Date | null
  created_at: Date
}

const { Mixed } = Schema.Types
const number = { type: Number, required: true }
const ids = { type: [String], required: true }
const schema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    day: { type: String, required: true },
    category_ids: ids,
    cards: { type: [Mixed] as never, required: true },
    ledger: {
      announced: number,
      shown: number,
      seen_before: number,
      older_version: number,
      cross_list: number,
      muted: number,
      below_cut: number,
    },
    places: { seen_before: ids, older_version: ids, cross_list: ids, muted: ids, below_cut: ids },
    day_papers: number,
    mixed: { type: Mixed as never, default: null },
    opened_from_mail_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
  },
  { collection: 'deliveries', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, day: -1 }, { name: 'days', unique: true })
schema.index({ day: 1 }, { name: 'day' })

const Deliveries = model('Delivery', schema)

export async function findDelivery(userId: string, day: string): Promise<DeliveryRecord | null> {
  return Deliveries.findById(`${userId}:${day}`).lean()
}

/** Where one paper is in a delivery. */
export interface PaperPlace {
  day: string
  /** Rank of its card; null without a card. */
  rank: number | null
  /** Position in each bucket, -1 where it is not. `below_cut` is in the order of the ranking. */
  positions: Record<keyof LedgerBuckets, number>
  /** Number of cards, and of papers below the cut. */
  cards: number
  below_cut: number
  day_papers: number
}

/** Where the paper is in the user's deliveries of `days`, of those that exist. */
export async function findPaperPlaces(userId: string, paperId: string, days: readonly string[]): Promise<PaperPlace[]> {
  const id = { $literal: paperId }
  const positionIn = (bucket: keyof LedgerBuckets) => [bucket, { $indexOfArray: [`$places.${bucket}`, id] }]
  return Deliveries.aggregate<PaperPlace>([
    { $match: { _id: { $in: days.map((day) => `${userId}:${day}`) } } },
    { $set: { card: { $first: { $filter: { input: '$cards', cond: { $eq: ['$$this.paper_id', id] } } } } } },
    {
      $project: {
        _id: 0,
        day: 1,
        rank: { $ifNull: ['$card.rank', null] },
        positions: Object.fromEntries(BUCKETS.map(positionIn)),
        cards: { $size: '$cards' },
        below_cut: { $size: '$places.below_cut' },
        day_papers: 1,
      },
    },
  ])
}

/** The user's cards over all days, newest day first, then by rank: `limit` of them after the first `skip`. */
export async function findDeliveries(
  userId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ deliveries: Pick<DeliveryRecord, 'day' | 'cards'>[]; total: number }> {
  const sizes = await Deliveries.aggregate<{ _id: string; day: string; size: number }>([
    { $match: { user_id: userId } },
    { $sort: { day: -1 } },
    { $project: { day: 1, size: { $size: '$cards' } } },
  ])
  const parts: { id: string; from: number; count: number }[] = []
  let before = 0
  for (const { _id, size } of sizes) {
    const from = Math.max(0, skip - before)
    const count = Math.min(size, skip + limit - before) - from
    if (count > 0) parts.push({ id: _id, from, count })
    before += size
  }
  const records = await Deliveries.find({ _id: { $in: parts.map(({ id }) => id) } }, { day: 1, cards: 1 }).lean()
  const byId = new Map(records.map((record) => [record._id, record]))
  const deliveries = parts.flatMap(({ id, from, count }) => {
    const record = byId.get(id)
    return record ? [{ day: record.day, cards: record.cards.slice(from, from + count) }] : []
  })
  return { deliveries, total: before }
}

/** The user's deliveries from `from` on that mix two orders, with the papers of their cards. */
export async function findMixedDeliveries(
  userId: string,
  from: string,
): Promise<{ day: string; mixed: MixedOrder; paper_ids: string[] }[]> {
  return Deliveries.aggregate([
    { $match: { user_id: userId, day: { $gte: from }, mixed: { $ne: null } } },
    { $project: { _id: 0, day: 1, mixed: 1, paper_ids: '$cards.paper_id' } },
  ])
}

/** Number of cards of each of the user's newest `limit` deliveries, newest first. */
export async function findDeliveryDays(userId: string, limit: number): Promise<{ on: string; delivered: number }[]> {
  return Deliveries.aggregate([
    { $match: { user_id: userId } },
    { $sort: { day: -1 } },
    { $limit: limit },
    { $project: { _id: 0, on: '$day', delivered: { $size: '$cards' } } },
  ])
}

/** Number of cards of all readers per day, from `from` on. */
export async function countCardsByDay(from: string): Promise<Map<string, number>> {
  const days = await Deliveries.aggregate<{ _id: string; count: number }>([
    { $match: { day: { $gte: from } } },
    { $group: { _id: '$day', count: { $sum: { $size: '$cards' } } } },
  ])
  return new Map(days.map(({ _id, count }) => [_id, count]))
}

/** Inserts a delivery unless the user has one of that day. Returns the stored one, whichever caller inserted it. */
export async function insertDelivery(
  delivery: Omit<DeliveryRecord, '_id' | 'opened_from_mail_at' | 'created_at'>,
): Promise<DeliveryRecord> {
  const { user_id, day } = delivery
  const record = { ...delivery, opened_from_mail_at: null, created_at: now() }
  return Deliveries.findOneAndUpdate(
    { _id: `${user_id}:${day}` },
    { $setOnInsert: record },
    { upsert: true, returnDocument: 'after' },
  )
    .orFail()
    .lean()
}

/**
 * Replaces the contents of a delivery if it has not changed since `before` was read. Returns the stored delivery, which
 * is the change of another process if that one came first.
 */
export async function extendDelivery(
  before: DeliveryRecord,
  changes: Pick<DeliveryRecord, 'category_ids' | 'cards' | 'ledger' | 'places' | 'day_papers'>,
): Promise<DeliveryRecord> {
  const same = { _id: before._id, day_papers: before.day_papers, category_ids: before.category_ids }
  const after = await Deliveries.findOneAndUpdate(
    { ...same, cards: { $size: before.cards.length } },
    { $set: changes },
    { returnDocument: 'after' },
  ).lean()
  return after ?? Deliveries.findById(before._id).orFail().lean()
}

/** Records that the digest of `day` was opened. Returns null when the user has no delivery of that day. */
export async function markOpenedFromMail(userId: string, day: string): Promise<{ first: boolean } | null> {
  const _id = `${userId}:${day}`
  const { matchedCount } = await Deliveries.updateOne(
    { _id, opened_from_mail_at: null },
    { $set: { opened_from_mail_at: now() } },
  )
  if (matchedCount === 1) return { first: true }
  return (await Deliveries.exists({ _id })) === null ? null : { first: false }
}

/** Deletes the deliveries with one of these papers, shown or not. For samples only: others are never deleted. */
export async function removeDeliveriesOf(paperIds: readonly string[]): Promise<void> {
  const ids = { $in: [...paperIds] }
  const inBuckets = BUCKETS.map((bucket) => ({ [`places.${bucket}`]: ids }))
  await Deliveries.deleteMany({ $or: [{ 'cards.paper_id': ids }, ...inBuckets] })
}

/** Ids of all papers in any delivery, shown or not. */
export async function findDeliveredPaperIds(): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const { cards, places } of Deliveries.find({}, { cards: 1, places: 1 }).lean().cursor()) {
    for (const { paper_id } of cards) found.add(paper_id)
    for (const ids of Object.values(places)) for (const id of ids) found.add(id)
  }
  return found
}
