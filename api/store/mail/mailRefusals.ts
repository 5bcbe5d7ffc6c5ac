import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** The mail server's refusals of this site's mail, of all processes, since it last accepted a mail. */
export interface MailRefusal {
  /** The server's last reply. */
  reason: string
  /** Number of refusals in a row. */
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

/** Counts a refusal and returns the updated record. */
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
    // Two processes recorded the first refusal at the same moment.
    if (isDuplicate(error)) return record()
    throw error
  })
}

/** Deletes the refusals, after the server accepted a mail or the settings were changed. */
export async function clearMailRefusals(): Promise<void> {
  // The next accepted mail repeats it, so it does not wait for a majority.
  await Refusals.deleteOne({ _id: 'mail' }, { writeConcern: { w: 1 } })
}
