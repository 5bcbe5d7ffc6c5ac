import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** That the mail server refuses this site's mail: of all processes, since it last accepted one. */
export interface MailRefusal {
  /** Its last reply. */
  reason: string
  /** How many times in a row. */
  count: number
  since: Date
}

const schema = new Schema<MailRefusal & { _id: string }>(
  {
    _id: { type: String, required: true },
    reason: { type: String, required: true },
    count: { type: Number, required: true },
    since: { type: Date, required: true },
  },
  { collection: 'mail_refusals', strict: 'throw', autoIndex: false, versionKey: false },
)
const Refusals = model('MailRefusal', schema)

/** Null when the server accepted the last mail, or none was sent to it. */
export async function findMailRefusal(): Promise<MailRefusal | null> {
  return Refusals.findById('mail').lean()
}

/** Counts a refusal, and returns what is known then. */
export async function recordMailRefusal(reason: string): Promise<MailRefusal> {
  const record = () =>
    Refusals.findOneAndUpdate(
      { _id: 'mail' },
      { $set: { reason }, $inc: { count: 1 }, $setOnInsert: { since: now() } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  return record().catch((error: unknown) => {
    // Two processes were refused for the first time in the same moment.
    if (isDuplicate(error)) return record()
    throw error
  })
}

/** Forgets the refusals: the server accepted a mail, or there are new settings. */
export async function clearMailRefusals(): Promise<void> {
  await Refusals.deleteOne({ _id: 'mail' })
}
