import type { QueryFilter } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { deliveryKey, ofReaders, onDays } from './deliveryKeys.ts'
import {
  BUCKETS,
  Deliveries,
  KEPT,
  PAPER_IDS,
  SHOWN_IDS,
  SIZE,
  toDelivery,
  unpackCards,
  type DeliveryRecord,
  type LedgerBuckets,
  type MixedOrder,
  type StoredDelivery,
} from './deliveryModel.ts'

export { emptyBuckets } from './deliveryModel.ts'
export type { DeliveredCard, DeliveryRecord, LedgerBuckets, MixedOrder } from './deliveryModel.ts'

export async function findDelivery(userId: string, day: string): Promise<DeliveryRecord | null> {
  const stored = await Deliveries.findOne(onDays(userId, [day])).lean<StoredDelivery | null>()
  return stored && toDelivery(stored)
}

/** A delivery without the papers that are on none of its cards. */
export type DeliveredDay = Omit<DeliveryRecord, 'places'>

/** Returns the deliveries of these users and days, in this order; null for one that does not exist. */
export async function findDeliveredDays(
  wanted: readonly { userId: string; day: string }[],
): Promise<(DeliveredDay | null)[]> {
  const found = await Deliveries.find(ofReaders(wanted), { places: 0 }).hint({ _id: 1 }).lean<StoredDelivery[]>()
  const byKey = new Map(found.map((stored) => [stored._id, toDelivery(stored)]))
  return wanted.map(({ userId, day }) => byKey.get(deliveryKey(userId, day)) ?? null)
}

/** Those of `days` that the user has a delivery of. */
export async function findDeliveredAmong(userId: string, days: readonly string[]): Promise<Set<string>> {
  const found = await Deliveries.find(onDays(userId, days), { _id: 0, day: 1 }).lean()
  return new Set(found.map(({ day }) => day))
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

/** Where the paper is in the user's deliveries of `days`, of those that exist and are not pruned. */
export async function findPaperPlaces(userId: string, paperId: string, days: readonly string[]): Promise<PaperPlace[]> {
  const id = { $literal: paperId }
  const indexIn = (ids: unknown) => ({ $indexOfArray: [ids, id] })
  const found = await Deliveries.aggregate<Omit<PaperPlace, 'rank'> & { index: number }>([
    { $match: { ...onDays(userId, days), ...KEPT } },
    {
      $project: {
        _id: 0,
        day: 1,
        index: indexIn(SHOWN_IDS),
        positions: Object.fromEntries(
          BUCKETS.map((bucket) => [bucket, indexIn({ $ifNull: [`$places.${bucket}`, []] })]),
        ),
        cards: SIZE,
        below_cut: '$ledger.below_cut',
        day_papers: 1,
      },
    },
  ])
  return found.map(({ index, ...place }) => ({ ...place, rank: index === -1 ? null : index + 1 }))
}

/** The user's cards over all kept days, newest day first, then by rank: `limit` of them after the first `skip`. */
export async function findDeliveries(
  userId: string,
  { skip, limit, day }: { skip: number; limit: number; day?: string },
): Promise<{ deliveries: Pick<DeliveryRecord, 'day' | 'cards'>[]; total: number }> {
  const parts: { on: string; from: number; count: number }[] = []
  let before = 0
  const days = day === undefined ? await findDeliveryDays(userId) : await countCards({ user_id: userId, day, ...KEPT })
  for (const { on, delivered } of days) {
    const from = Math.max(0, skip - before)
    const count = Math.min(delivered, skip + limit - before) - from
    if (count > 0) parts.push({ on, from, count })
    before += delivered
  }
  const partDays = parts.map(({ on }) => on)
  const records = await Deliveries.find(onDays(userId, partDays), { places: 0 }).lean<StoredDelivery[]>()
  const byDay = new Map(records.map((record) => [record.day, record]))
  const deliveries = parts.flatMap(({ on, from, count }) => {
    const record = byDay.get(on)
    return record ? [{ day: record.day, cards: unpackCards(record).slice(from, from + count) }] : []
  })
  return { deliveries, total: before }
}

interface DeliveryDay {
  on: string
  /** Number of cards. */
  delivered: number
}

/** The user's deliveries that are not pruned, newest first; at most `limit`. */
export const findDeliveryDays = (userId: string, limit?: number): Promise<DeliveryDay[]> =>
  countCards({ user_id: userId, ...KEPT }, limit)

/** The user's deliveries, pruned or not, newest first; at most `limit`. */
export const findAllDeliveryDays = (userId: string, limit: number): Promise<DeliveryDay[]> =>
  countCards({ user_id: userId }, limit)

async function countCards(filter: QueryFilter<StoredDelivery>, limit?: number): Promise<DeliveryDay[]> {
  return Deliveries.aggregate([
    { $match: filter },
    { $project: { _id: 0, on: '$day', delivered: SIZE } },
    { $sort: { on: -1 } },
    ...(limit === undefined ? [] : [{ $limit: limit }]),
  ])
}

/** The user's deliveries of these days that are not pruned, newest first. */
export async function findDeliveriesOn(
  userId: string,
  days: readonly string[],
): Promise<Pick<DeliveryRecord, 'day' | 'cards'>[]> {
  const found = await Deliveries.find({ ...onDays(userId, days), ...KEPT }, { places: 0 })
    .sort({ day: -1 })
    .lean<StoredDelivery[]>()
  return found.map((stored) => ({ day: stored.day, cards: unpackCards(stored) }))
}

/** The papers on the user's cards of these days that are not pruned, oldest day first. One request to the database. */
export async function findPapersOn(
  userId: string,
  days: readonly string[],
): Promise<{ on: string; paper_ids: string[] }[]> {
  return Deliveries.aggregate([
    { $match: { _id: { $in: days.map((day) => deliveryKey(userId, day)) }, ...KEPT } },
    { $project: { _id: 0, on: '$day', paper_ids: SHOWN_IDS } },
    { $sort: { on: 1 } },
  ])
}

/** How many of `paperIds` are on cards of the user on these days. */
export async function countDeliveredOn(
  userId: string,
  days: readonly string[],
  paperIds: readonly string[],
): Promise<number> {
  if (paperIds.length === 0) return 0
  const [sum] = await Deliveries.aggregate<{ cards: number }>([
    { $match: { ...onDays(userId, days), ...KEPT } },
    { $group: { _id: null, cards: { $sum: { $size: { $setIntersection: [PAPER_IDS, { $literal: paperIds }] } } } } },
  ])
  return sum?.cards ?? 0
}

/** Ids of the papers that the user's mutes hid from `from` on. */
export async function findMutedPapers(userId: string, from: string): Promise<string[]> {
  const found = await Deliveries.aggregate<{ _id: string }>([
    { $match: { user_id: userId, day: { $gte: from } } },
    { $unwind: '$places.muted' },
    { $group: { _id: '$places.muted' } },
  ])
  return found.map(({ _id }) => _id)
}

/** The user's deliveries from `from` on that mix two orders, with the papers of their cards. */
export async function findMixedDeliveries(
  userId: string,
  from: string,
): Promise<{ day: string; mixed: MixedOrder; paper_ids: string[] }[]> {
  return Deliveries.aggregate([
    { $match: { user_id: userId, day: { $gte: from }, mixed: { $exists: true } } },
    { $project: { _id: 0, day: 1, mixed: 1, paper_ids: PAPER_IDS } },
  ])
}

/** Number of all cards ever delivered to the user. */
export async function countDelivered(userId: string): Promise<number> {
  const [sum] = await Deliveries.aggregate<{ cards: number }>([
    { $match: { user_id: userId } },
    { $group: { _id: null, cards: { $sum: SIZE } } },
  ])
  return sum?.cards ?? 0
}

/** Number of cards of all readers per day, from `from` on, of deliveries that are not pruned. */
export async function countCardsByDay(from: string): Promise<Map<string, number>> {
  const days = await Deliveries.aggregate<{ _id: string; count: number }>([
    { $match: { day: { $gte: from }, ...KEPT } },
    { $group: { _id: '$day', count: { $sum: SIZE } } },
  ])
  return new Map(days.map(({ _id, count }) => [_id, count]))
}

/** Records that the digest of `day` was opened. Returns null when the user has no delivery of that day. */
export async function markOpenedFromMail(userId: string, day: string): Promise<{ first: boolean } | null> {
  const delivery = onDays(userId, [day])
  const { matchedCount } = await Deliveries.updateOne(
    { ...delivery, opened_from_mail_at: null },
    { $set: { opened_from_mail_at: now() } },
  )
  if (matchedCount === 1) return { first: true }
  return (await Deliveries.exists(delivery)) === null ? null : { first: false }
}
