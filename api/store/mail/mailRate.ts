import { model, Schema } from 'mongoose'
import { isDuplicate } from '../duplicateKeys.ts'

const schema = new Schema(
  {
    _id: { type: String, required: true },
    minute: { type: Date, required: true },
    used: { type: Number, required: true },
    asked_at: { type: Date, required: true },
  },
  { collection: 'mail_rate', strict: 'throw', autoIndex: false, versionKey: false },
)
const Rate = model('MailRate', schema)

/**
 * Takes `count` of the `perMinute` mails that all processes together may send in the current minute of the database
 * server's clock. Returns for each 0 when the mail may be sent, else the milliseconds until the next minute.
 */
export async function takeMailSlots(count: number, perMinute: number): Promise<number[]> {
  const minute = { $dateTrunc: { date: '$$NOW', unit: 'minute' } }
  const used = { $add: [{ $cond: [{ $eq: ['$minute', minute] }, { $ifNull: ['$used', 0] }, 0] }, count] }
  const take = () =>
    Rate.findOneAndUpdate({ _id: 'mail' }, [{ $set: { minute, used, asked_at: '$$NOW' } }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
      // Losing this write only lets some mails more through in this minute, so it does not wait for a majority.
      writeConcern: { w: 1 },
    })
      .orFail()
      .lean()
  const taken = await take().catch((error: unknown) => {
    // Two processes inserted the first document at the same moment.
    if (isDuplicate(error)) return take()
    throw error
  })
  const waitMs = Math.max(1, taken.minute.getTime() + 60_000 - taken.asked_at.getTime())
  const before = taken.used - count
  return Array.from({ length: count }, (_, index) => (before + index < perMinute ? 0 : waitMs))
}

/** Takes one slot, as `takeMailSlots`. */
export async function takeMailSlot(perMinute: number): Promise<number> {
  const [waitMs = 0] = await takeMailSlots(1, perMinute)
  return waitMs
}
