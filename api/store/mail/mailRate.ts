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
 * Takes the right to send one mail in this minute of the server's clock, over all processes. Answers 0 when it was
 * given, else the milliseconds until the next minute.
 */
export async function takeMailSlot(perMinute: number): Promise<number> {
  const minute = { $dateTrunc: { date: '$$NOW', unit: 'minute' } }
  const used = { $add: [{ $cond: [{ $eq: ['$minute', minute] }, { $ifNull: ['$used', 0] }, 0] }, 1] }
  const take = () =>
    Rate.findOneAndUpdate({ _id: 'mail' }, [{ $set: { minute, used, asked_at: '$$NOW' } }], {
      upsert: true,
      returnDocument: 'after',
      updatePipeline: true,
    })
      .orFail()
      .lean()
  const taken = await take().catch((error: unknown) => {
    // The very first two came at the same moment.
    if (isDuplicate(error)) return take()
    throw error
  })
  if (taken.used <= perMinute) return 0
  return Math.max(1, taken.minute.getTime() + 60_000 - taken.asked_at.getTime())
}
