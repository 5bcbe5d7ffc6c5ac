import { createHash } from 'node:crypto'
import { model, Schema } from 'mongoose'

/** A reader, as the collections name one. */
export interface Owner {
  user_id: string
  /** Addresses of the reader that no other account has, in lower case. */
  addresses: readonly string[]
  /** Ids of the reader's own topics. */
  topic_ids: readonly string[]
}

/** An account that its reader had erased. Times are those of the system clock, as those of tokens. */
export interface ErasureRecord {
  _id: string
  /** SHA-256 of the Firebase uid: sign-ins from before `at` are refused, so that they do not open an account again. */
  sign_in: string
  at: Date
  /** Whose data are being erased; null when it is finished. */
  owner: Owner | null
  /** When everything was last erased; null before the first time. */
  carried_out_at: Date | null
  /** When the record is deleted; null before it is finished. */
  expires_at: Date | null
}

const { Mixed } = Schema.Types
const schema = new Schema<ErasureRecord>(
  {
    _id: { type: String, required: true },
    sign_in: { type: String, required: true },
    at: { type: Date, required: true },
    owner: { type: Mixed as never, default: null },
    carried_out_at: { type: Date, default: null },
    expires_at: { type: Date, default: null },
  },
  { collection: 'erasures', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ sign_in: 1, at: -1 }, { name: 'sign_in' })
schema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 })
const Erasures = model('Erasure', schema)

const hashOf = (uid: string) => createHash('sha256').update(uid).digest('hex')

/** Stores the order to erase all data of `owner`, who signs in as `uid`. From then on it is carried out in any case. */
export async function insertErasure({
  uid,
  owner,
  at,
}: {
  uid: string
  owner: Owner
  at: Date
}): Promise<ErasureRecord> {
  const record = { _id: crypto.randomUUID(), sign_in: hashOf(uid), at, owner, carried_out_at: null, expires_at: null }
  await Erasures.insertOne(record)
  return record
}

/** The orders that are not finished and were not carried out after `since`, oldest first. */
export const findDueErasures = (since: Date): Promise<ErasureRecord[]> =>
  Erasures.find({ owner: { $ne: null }, $or: [{ carried_out_at: null }, { carried_out_at: { $lte: since } }] })
    .sort({ at: 1 })
    .lean()
    .exec()

export async function markCarriedOut(id: string, at: Date): Promise<void> {
  await Erasures.updateOne({ _id: id }, { carried_out_at: at })
}

/** Ends an order. What stays until `expires_at` is the hash of the sign-in. */
export async function finishErasure(id: string, expiresAt: Date): Promise<void> {
  await Erasures.updateOne({ _id: id }, { owner: null, expires_at: expiresAt })
}

/** When the last account of `uid` was erased; null when there was none, or long ago. */
export async function findErasedAt(uid: string): Promise<Date | null> {
  return (
    (
      await Erasures.findOne({ sign_in: hashOf(uid) }, { at: 1 })
        .sort({ at: -1 })
        .lean()
    )?.at ?? null
  )
}
