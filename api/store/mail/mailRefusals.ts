import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/**
 * What a mail failed for: the server refused the connection or the login before it was given the mail, or refused this
 * site, or the recipient's address, or ended the connection after the message and before its reply.
 */
export type RefusalTopic = 'session' | 'site' | 'address' | 'no-reply'

/** The mails that the server did not accept, of all processes, since it last accepted one. */
export interface MailRefusal {
  /** The server's last reply. */
  reason: string
  about: RefusalTopic
  /** Number of mails in a row. */
  count: number
  since: Date
}

/** After this many mails in a row the fault is the server's, whatever each of them failed for. */
export const REFUSALS_MAX = 3

/** Whether the server refuses this site: it said so in its last reply, or accepted none of the last `REFUSALS_MAX` mails. */
export const isServerAtFault = ({ about, count }: MailRefusal): boolean =>
  about === 'site' || about === 'session' || count >= REFUSALS_MAX

const schema = new Schema<MailRefusal & { _id: string }>(
  {
    _id: { type: String, required: true },
    reason: { type: String, required: true },
    // Absent in a document that an earlier version of the product stored: it counted refusals of the site only.
    about: { type: String, default: 'site' },
    count: { type: Number, required: true },
    since: { type: Date, required: true },
  },
  { collection: 'mail_refusals', strict: 'throw', autoIndex: false, versionKey: false },
)
const Refusals = model('MailRefusal', schema)

/** Null when the server accepted the last mail, or none was sent to it. */
export const findMailRefusal = (): Promise<MailRefusal | null> =>
  Refusals.findById('mail').lean({ defaults: true }).exec()

/** Counts a refusal and returns the updated record. */
export async function recordMailRefusal(refusal: Pick<MailRefusal, 'reason' | 'about'>): Promise<MailRefusal> {
  const record = () =>
    Refusals.findOneAndUpdate(
      { _id: 'mail' },
      { $set: refusal, $inc: { count: 1 }, $setOnInsert: { since: now() } },
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
