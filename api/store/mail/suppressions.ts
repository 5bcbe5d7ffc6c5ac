import { model, Schema } from 'mongoose'
import { SUPPRESSION_CAUSES, type SuppressionCause } from '../../contract/mail.ts'
import { now } from '../../platform/clock.ts'
import { forgetRefusalsOf } from './addressRefusals.ts'

/** An address that a mail server refused permanently: nothing is sent to it until it is released. */
export interface SuppressionRecord {
  /** The address in lower case. */
  _id: string
  cause: SuppressionCause
  /** The server's reply. */
  reason: string
  since: Date
  /** When the server last refused the address. */
  last_refused_at: Date
}

const text = { type: String, required: true }
const schema = new Schema<SuppressionRecord>(
  {
    _id: text,
    cause: { ...text, enum: SUPPRESSION_CAUSES },
    reason: text,
    since: { type: Date, required: true },
    last_refused_at: { type: Date, required: true },
  },
  { collection: 'suppressions', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ since: -1, _id: 1 }, { name: 'newest' })
schema.index({ cause: 1, since: -1, _id: 1 }, { name: 'cause' })
const Suppressions = model('Suppression', schema)

/** Returns null when the address is not suppressed. */
export const findSuppression = (address: string): Promise<SuppressionRecord | null> =>
  Suppressions.findById(address.toLowerCase()).lean().exec()

/** Returns the suppression of each address, or null. */
export async function findSuppressionsOf(addresses: readonly string[]): Promise<(SuppressionRecord | null)[]> {
  const ids = addresses.map((address) => address.toLowerCase())
  const found = new Map((await Suppressions.find({ _id: { $in: ids } }).lean()).map((one) => [one._id, one]))
  return ids.map((id) => found.get(id) ?? null)
}

/** Newest first. */
export async function findSuppressions(query: { skip: number; limit: number; cause?: SuppressionCause }) {
  const { skip, limit, cause } = query
  const filter = cause ? { cause } : {}
  const [items, total] = await Promise.all([
    Suppressions.find(filter).sort({ since: -1, _id: 1 }).skip(skip).limit(limit).lean(),
    Suppressions.countDocuments(filter),
  ])
  return { items, total }
}

/** Number of suppressed addresses, and since when the newest one is. */
export async function countSuppressions(): Promise<{ count: number; newest: Date | null }> {
  const [count, newest] = await Promise.all([
    Suppressions.countDocuments(),
    Suppressions.findOne({}, { since: 1 }).sort({ since: -1 }).lean(),
  ])
  return { count, newest: newest?.since ?? null }
}

/** Stores a refusal of the address. A repeated one keeps `since`. */
export async function addSuppression(
  address: string,
  refusal: Pick<SuppressionRecord, 'cause' | 'reason'>,
): Promise<void> {
  await Suppressions.updateOne(
    { _id: address.toLowerCase() },
    { $set: { ...refusal, last_refused_at: now() }, $setOnInsert: { since: now() } },
    { upsert: true },
  )
}

/** Deletes the suppressions of these addresses, or all of a cause, and what led to them. Returns their number. */
export async function removeSuppressions(
  which: { addresses: readonly string[] } | { cause: SuppressionCause },
): Promise<number> {
  const ids =
    'cause' in which
      ? (await Suppressions.find({ cause: which.cause }, { _id: 1 }).lean()).map(({ _id }) => _id)
      : which.addresses.map((address) => address.toLowerCase())
  await forgetRefusalsOf(ids)
  return (await Suppressions.deleteMany({ _id: { $in: ids } })).deletedCount
}
