import { model, Schema, type InferSchemaType } from 'mongoose'
import { now } from '../../platform/clock.ts'

const schema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    /** User id of the admin. */
    by: { type: String, required: true },
    by_email: { type: String, required: true },
    action: { type: String, required: true },
    /** Id of the object of the action. */
    target: { type: String, default: null },
    details: { type: String, required: true },
  },
  { collection: 'audit', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ at: -1, _id: -1 }, { name: 'newest' })

export type AuditRecord = InferSchemaType<typeof schema>
const Audit = model('Audit', schema)

/** Records an action of an admin. Rows are never changed. */
export async function insertAudit(row: Omit<AuditRecord, '_id' | 'at'>): Promise<void> {
  await Audit.insertOne({ _id: crypto.randomUUID(), at: now(), ...row })
}

/** Newest first. */
export async function findAudit({ skip, limit }: { skip: number; limit: number }) {
  const [items, total] = await Promise.all([
    Audit.find().sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean(),
    Audit.countDocuments(),
  ])
  return { items, total }
}
