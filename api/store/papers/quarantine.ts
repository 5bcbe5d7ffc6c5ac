import { createHash } from 'node:crypto'
import { model, Schema, type InferSchemaType } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

const schema = new Schema(
  {
    /** Hash of source and raw text, so that the same record is stored once. */
    _id: { type: String, required: true },
    source: { type: String, required: true },
    reason: { type: String, required: true },
    raw: { type: String, required: true },
    /** How often it was received or retried. */
    tries: { type: Number, required: true },
    first_seen_at: { type: Date, required: true },
    last_seen_at: { type: Date, required: true },
  },
  { collection: 'quarantine', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ last_seen_at: -1, _id: 1 }, { name: 'newest' })

export type QuarantineRecord = InferSchemaType<typeof schema>
const Quarantine = model('Quarantine', schema)

/** Stores records that could not be parsed. Returns how many of them are new. */
export async function saveQuarantine(
  source: string,
  rejected: readonly { reason: string; raw: string }[],
): Promise<number> {
  if (rejected.length === 0) return 0
  const at = now()
  const { upsertedCount } = await Quarantine.bulkWrite(
    rejected.map(({ reason, raw }) => ({
      updateOne: {
        filter: { _id: createHash('sha256').update(`${source}\n${raw}`).digest('base64url') },
        update: {
          $set: { reason, last_seen_at: at },
          $inc: { tries: 1 },
          $setOnInsert: { source, raw, first_seen_at: at },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  )
  return upsertedCount
}

/** Newest first. */
export async function findQuarantine({ skip, limit }: { skip: number; limit: number }) {
  const [items, total] = await Promise.all([
    Quarantine.find().sort({ last_seen_at: -1, _id: 1 }).skip(skip).limit(limit).lean(),
    Quarantine.countDocuments(),
  ])
  return { items, total, skip, limit }
}

/** Throws "not-found". */
export async function findQuarantined(id: string): Promise<QuarantineRecord> {
  const record = await Quarantine.findById(id).lean()
  if (record === null) throw new AppError('not-found', 'There is no such record in quarantine.')
  return record
}

export async function removeQuarantined(id: string): Promise<void> {
  await Quarantine.deleteOne({ _id: id })
}
