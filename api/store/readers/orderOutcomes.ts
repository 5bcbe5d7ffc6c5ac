import { model, Schema } from 'mongoose'
import type { Order, RankingComparison } from '../../contract/taste.ts'

/** What a reader did with a list that mixed two orders. */
export interface OrderOutcome {
  /** `<user>:<day>`. */
  _id: string
  user_id: string
  day: string
  /** The two orders of the list, and the number of papers of each that the reader clicked, saved or liked. */
  a: Order
  b: Order
  actions_a: number
  actions_b: number
  /** Null when there was no action. */
  winner: 'a' | 'b' | 'tie' | null
}

const text = { type: String, required: true } as const
const count = { type: Number, required: true } as const
const options = { strict: 'throw', autoIndex: false, versionKey: false } as const
const schema = new Schema<OrderOutcome>(
  {
    _id: text,
    user_id: text,
    day: text,
    a: text,
    b: text,
    actions_a: count,
    actions_b: count,
    winner: { type: String, default: null },
  },
  { collection: 'order_outcomes', ...options },
)
schema.index({ user_id: 1, a: 1, b: 1, winner: 1 }, { name: 'reader' })
schema.index({ a: 1, b: 1, day: 1, winner: 1 }, { name: 'compared' })
const Outcomes = model('OrderOutcome', schema)

const settingSchema = new Schema<RankingComparison & { _id: 'ranking' }>(
  { _id: text, a: text, b: text, share: count },
  { collection: 'settings', ...options },
)
const Settings = model('RankingSetting', settingSchema)

/** Stores what the reader did with mixed lists, in place of what was stored before. Safe to repeat. */
export async function saveOutcomes(outcomes: readonly OrderOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await Outcomes.bulkWrite(
    outcomes.map(({ _id, ...rest }) => ({ updateOne: { filter: { _id }, update: { $set: rest }, upsert: true } })),
    { ordered: false },
  )
}

export interface OutcomeCounts {
  wins: number
  losses: number
  ties: number
}

type Compared = Pick<RankingComparison, 'a' | 'b'>
const countOf = (winner: string) => ({ $sum: { $cond: [{ $eq: ['$winner', winner] }, 1, 0] } })
const COUNTS = { wins: countOf('a'), losses: countOf('b'), ties: countOf('tie') }

/** How often order `a` won, lost and tied against `b` in the reader's lists. */
export async function countOutcomes(userId: string, { a, b }: Compared): Promise<OutcomeCounts> {
  const [counts] = await Outcomes.aggregate<OutcomeCounts>([
    { $match: { user_id: userId, a, b, winner: { $ne: null } } },
    { $group: { _id: null, ...COUNTS } },
    { $project: { _id: 0 } },
  ])
  return counts ?? { wins: 0, losses: 0, ties: 0 }
}

/** The same over all readers, by day, oldest first. */
export const countOutcomesByDay = ({ a, b }: Compared): Promise<(OutcomeCounts & { day: string })[]> =>
  Outcomes.aggregate<OutcomeCounts & { day: string }>([
    { $match: { a, b, winner: { $ne: null } } },
    { $group: { _id: '$day', ...COUNTS } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, day: '$_id', wins: 1, losses: 1, ties: 1 } },
  ])

/** Outcomes of one reader, and how many readers have the same. */
export type ReaderOutcomes = OutcomeCounts & { readers: number }

/** The outcomes of each reader; readers with the same counts together. */
export const countOutcomesByReader = ({ a, b }: Compared): Promise<ReaderOutcomes[]> =>
  Outcomes.aggregate<ReaderOutcomes>([
    { $match: { a, b, winner: { $ne: null } } },
    { $group: { _id: '$user_id', ...COUNTS } },
    { $group: { _id: { wins: '$wins', losses: '$losses', ties: '$ties' }, readers: { $sum: 1 } } },
    { $project: { _id: 0, wins: '$_id.wins', losses: '$_id.losses', ties: '$_id.ties', readers: 1 } },
  ])

/** The comparison that an admin chose; null before that. */
export async function findComparison(): Promise<RankingComparison | null> {
  const found = await Settings.findById('ranking').lean()
  return found && { a: found.a, b: found.b, share: found.share }
}

export async function saveComparison(comparison: RankingComparison): Promise<void> {
  await Settings.updateOne({ _id: 'ranking' }, { $set: comparison }, { upsert: true })
}
