import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'

/** Addresses that a mail server refused permanently: nothing is sent to them until an admin removes them. */
const schema = new Schema(
  {
    /** The address in lower case. */
    _id: { type: String, required: true },
    reason: { type: String, required: true },
    since: { type: Date, required: true },
  },
  { collection: 'suppressions', strict: 'throw', autoIndex: false, versionKey: false },
)
const Suppressions = model('Suppression', schema)

/** Returns why nothing is sent to this address, or null when it is not suppressed. */
export async function findSuppression(address: string): Promise<string | null> {
  return (await Suppressions.findById(address.toLowerCase()).lean())?.reason ?? null
}

export async function addSuppression(address: string, reason: string): Promise<void> {
  await Suppressions.updateOne(
    { _id: address.toLowerCase() },
    { $set: { reason }, $setOnInsert: { since: now() } },
    { upsert: true },
  )
}

export async function removeSuppression(address: string): Promise<void> {
  await Suppressions.deleteOne({ _id: address.toLowerCase() })
}
