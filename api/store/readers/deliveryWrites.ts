import { now } from '../../platform/clock.ts'
import { refusedWrites } from '../duplicateKeys.ts'
import { deliveryKey, ofReaders, onDays } from './deliveryKeys.ts'
import {
  BUCKETS,
  Deliveries,
  emptyBuckets,
  KEPT,
  packCards,
  PAPER_IDS,
  toDelivery,
  type DeliveryRecord,
  type MixedOrder,
  type StoredDelivery,
} from './deliveryModel.ts'

/**
 * The newest revision of the deliveries of each reader with an id from `first` to `last`; without deliveries none.
 * Read it before anything that decides what is shown: see `writeDeliveries`.
 */
export async function findRevisions(first: string, last: string): Promise<Map<string, number>> {
  const found = await Deliveries.aggregate<{ _id: string; revision: number | null }>([
    { $match: { user_id: { $gte: first, $lte: last } } },
    // One index key is read for each reader.
    { $sort: { user_id: 1, revision: -1 } },
    { $group: { _id: '$user_id', revision: { $first: '$revision' } } },
  ])
  return new Map(found.map(({ _id, revision }) => [_id, revision ?? 0]))
}

/** What the deliveries of `day` were computed from, by reader. */
export async function findDelivered(
  userIds: readonly string[],
  day: string,
): Promise<Map<string, Pick<DeliveryRecord, 'day_papers' | 'category_ids' | 'mutes'>>> {
  const fields = { user_id: 1, day_papers: 1, category_ids: 1, mutes: 1 } as const
  const found = await Deliveries.find(ofReaders(userIds.map((userId) => ({ userId, day }))), fields)
    .hint({ _id: 1 })
    .lean<StoredDelivery[]>()
  return new Map(
    found.map(({ user_id, day_papers = null, category_ids = [], mutes = '' }) => [
      user_id,
      { day_papers, category_ids, mutes },
    ]),
  )
}

/** Lets the deliveries of a reader, who mutes something, be made to obey the mutes when they are read next. */
export async function renewMutes(userId: string): Promise<void> {
  await Deliveries.updateMany({ user_id: userId, ...KEPT }, { $set: { mutes: '' } })
}

/** Those of `days` on which the reader has a delivery, not pruned, that was made or extended with other mutes. */
export async function findDaysMutedOtherwise(
  userId: string,
  days: readonly string[],
  mutes: string,
): Promise<string[]> {
  const found = await Deliveries.find({ ...onDays(userId, days), ...KEPT }, { day: 1, mutes: 1 }).lean<
    Pick<StoredDelivery, 'day' | 'mutes'>[]
  >()
  return found.flatMap(({ day, mutes: made = '' }) => (made === mutes ? [] : day))
}

/** The deliveries of `day`, by reader. */
export async function findDeliveriesOf(userIds: readonly string[], day: string): Promise<Map<string, DeliveryRecord>> {
  if (userIds.length === 0) return new Map()
  const found = await Deliveries.find(ofReaders(userIds.map((userId) => ({ userId, day }))))
    .hint({ _id: 1 })
    .lean<StoredDelivery[]>()
  return new Map(found.map((stored) => [stored.user_id, toDelivery(stored)]))
}

/**
 * The papers of `papersByDay` that are on cards of the given days of each reader, by reader. A pruned delivery counts as
 * if it had shown all papers of its day.
 */
export async function findShown(
  daysByReader: ReadonlyMap<string, Iterable<string>>,
  papersByDay: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Set<string>>> {
  const wanted = [...daysByReader].flatMap(([userId, days]) => [...days].map((day) => ({ userId, day })))
  if (wanted.length === 0) return new Map()
  const paperIds = [...new Set([...papersByDay.values()].flat())]
  const found = await Deliveries.aggregate<{ user_id: string; day: string; ids: string[] | null }>([
    { $match: ofReaders(wanted) },
    { $project: { user_id: 1, day: 1, ids: { $setIntersection: [PAPER_IDS, { $literal: paperIds }] } } },
    { $match: { ids: { $ne: [] } } },
  ]).hint({ _id: 1 })
  const shown = new Map<string, Set<string>>()
  for (const { user_id, day, ids } of found) {
    const before = shown.get(user_id) ?? []
    shown.set(user_id, new Set([...before, ...(ids ?? papersByDay.get(day) ?? [])]))
  }
  return shown
}

/** The contents of one reader's delivery. */
export interface DeliveryWrite extends Pick<
  DeliveryRecord,
  'user_id' | 'day' | 'category_ids' | 'mutes' | 'cards' | 'ledger' | 'places'
> {
  /** Papers of `cards` that are hidden. */
  hidden: string[]
  day_papers: number
  /** Absent for a list that is not mixed. */
  mixed?: MixedOrder
  /** The reader's newest revision (0: none), read before what was shown to the reader. */
  newest: number
  /** The stored delivery that this one extends; null to insert one. */
  before: Pick<DeliveryRecord, 'revision'> | null
}

/**
 * Inserts or extends deliveries. Each write takes the revision after `newest`, which no other write of the reader may
 * have, and revisions are never given back. So a write that did not see another one of the same reader is refused.
 * Returns the readers whose write was refused: their deliveries must be computed again.
 */
export async function writeDeliveries(writes: readonly DeliveryWrite[]): Promise<Set<string>> {
  if (writes.length === 0) return new Set()
  const at = now()
  const operations = writes.map(({ newest, before, user_id, day, cards, mutes, hidden, ...contents }) => {
    const _id = deliveryKey(user_id, day)
    const revision = newest + 1
    // Most readers mute nothing.
    const muted = before === null && mutes === '' ? {} : { mutes, hidden }
    const fields = { ...contents, ...packCards(cards), ...muted, size: cards.length - hidden.length, revision }
    if (before === null)
      return {
        insertOne: {
          document: { _id, user_id, day, revisions: [revision], ...fields, opened_from_mail_at: null, created_at: at },
        },
      }
    return {
      updateOne: {
        filter: { _id, user_id, day, revision: before.revision },
        update: { $set: fields, $push: { revisions: revision }, $unset: { cards: 1 } },
        // If the delivery has changed, the insertion of the same `_id` is refused.
        upsert: true,
      },
    }
  })
  try {
    // Without mongoose, whose casts take longer than everything else here.
    await Deliveries.collection.bulkWrite(operations as never, { ordered: false })
    return new Set()
  } catch (error) {
    return new Set(refusedWrites(error).flatMap((index) => writes[index]?.user_id ?? []))
  }
}

/**
 * Lets the deliveries of `days` that show several of `recordIds`, records of one paper, be computed again. Safe to repeat.
 */
export async function recomputeShared(recordIds: readonly string[], days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  const shown = { $setDifference: [PAPER_IDS, { $ifNull: ['$hidden', []] }] }
  const several = { $gt: [{ $size: { $setIntersection: [shown, { $literal: recordIds }] } }, 1] }
  await Deliveries.updateMany({ day: { $in: [...days] }, ...KEPT, $expr: several }, { $set: { day_papers: 0 } })
}

/** The fields of a pruned delivery that are taken away. */
const PRUNED = {
  category_ids: 1,
  mutes: 1,
  paper_ids: 1,
  hidden: 1,
  scores: 1,
  reasons: 1,
  because: 1,
  next_door: 1,
  cards: 1,
  places: 1,
  day_papers: 1,
} as const

/**
 * Reduces up to `limit` deliveries of days before `day` that were made before it to the counts that statistics need.
 * Their revisions stay, so that none is given again. Returns how many.
 */
export async function pruneDeliveries(day: string, limit: number): Promise<number> {
  const isOld = { day: { $lt: day }, created_at: { $lt: new Date(day) }, ...KEPT }
  const old = await Deliveries.find(isOld, { _id: 1 }).limit(limit).lean()
  await Deliveries.updateMany({ _id: { $in: old.map(({ _id }) => _id) } }, { $unset: PRUNED })
  return old.length
}

/**
 * Empties the deliveries with one of these papers, shown or not, so that they are made again. For samples only: others
 * are never emptied.
 */
export async function emptyDeliveriesOf(paperIds: readonly string[]): Promise<void> {
  const ids = { $in: [...paperIds] }
  const inBuckets = BUCKETS.map((bucket) => ({ [`places.${bucket}`]: ids }))
  const counts = Object.fromEntries(['announced', 'shown', ...BUCKETS].map((name) => [name, 0]))
  await Deliveries.collection.updateMany({ $or: [{ paper_ids: ids }, { 'cards.paper_id': ids }, ...inBuckets] }, {
    $set: { ...packCards([]), size: 0, places: emptyBuckets(), ledger: counts, day_papers: 0 },
    $unset: { cards: 1, hidden: 1 },
  } as never)
}

/** Those of `paperIds` that are in any delivery of one of `days`, shown or not. */
export async function findDeliveredPaperIds(
  paperIds: readonly string[],
  days: readonly string[],
): Promise<Set<string>> {
  const inRecord = { $concatArrays: [PAPER_IDS, ...BUCKETS.map((bucket) => ({ $ifNull: [`$places.${bucket}`, []] }))] }
  const found = await Deliveries.aggregate<{ _id: string }>([
    { $match: { day: { $in: [...days] }, ...KEPT } },
    { $project: { ids: { $setIntersection: [inRecord, { $literal: paperIds }] } } },
    { $unwind: '$ids' },
    { $group: { _id: '$ids' } },
  ])
  return new Set(found.map(({ _id }) => _id))
}
