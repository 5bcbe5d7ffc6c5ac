import { model, Schema, type InferSchemaType } from 'mongoose'
import { AUDIT_KEPT_DAYS } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import { escapePattern } from '../databaseValues.ts'

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
    /** Only of calls: the status of the response, and how many such calls the hour had. */
    status: { type: Number, default: null },
    times: { type: Number, default: 1 },
  },
  { collection: 'audit', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ at: -1, _id: -1 }, { name: 'newest' })
schema.index({ at: 1 }, { name: 'expired', expireAfterSeconds: AUDIT_KEPT_DAYS * 24 * 3_600 })

export type AuditRecord = InferSchemaType<typeof schema>
const Audit = model('Audit', schema)

/** Records an action of an admin. Rows are never changed. */
export async function insertAudit(row: Omit<AuditRecord, '_id' | 'at' | 'status' | 'times'>): Promise<void> {
  await Audit.insertOne({ _id: crypto.randomUUID(), at: now(), ...row })
}

/**
 * Records a call of an admin route. Calls of one person to one route and object with the same response are one row an
 * hour, because the panel polls.
 */
export async function countCall(row: Omit<AuditRecord, '_id' | 'at' | 'times' | 'details'>): Promise<void> {
  const at = now()
  const hour = at.toISOString().slice(0, 13)
  const { by, action, target, status } = row
  await Audit.updateOne(
    { _id: [hour, by, action, target ?? '', status].join(' ') },
    { $set: { at }, $setOnInsert: { ...row, details: '' }, $inc: { times: 1 } },
    { upsert: true, setDefaultsOnInsert: false },
  )
}

const part = (text: string) => ({ $regex: escapePattern(text), $options: 'i' })

interface Filter {
  person?: string | undefined
  action?: string | undefined
  /** false: without the calls that only read and were answered. */
  reads?: boolean | undefined
}
const toFilter = ({ person, action, reads = true }: Filter) => ({
  ...(!reads && { $nor: [{ action: /^GET /, status: { $lt: 400 } }] }),
  ...(person && { by_email: part(person) }),
  ...(action && { action: part(action) }),
})

/** Newest first; `person` is a part of the address, `action` a part of the action or call. */
export async function findAudit({ skip, limit, ...query }: Filter & { skip: number; limit: number }) {
  const filter = toFilter(query)
  const [items, total] = await Promise.all([
    Audit.find(filter).sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean(),
    Audit.countDocuments(filter),
  ])
  return { items, total }
}

/** All rows, newest first, read from the database while they are taken. */
export const readAudit = (filter: Filter): AsyncIterable<AuditRecord> =>
  Audit.find(toFilter(filter)).sort({ at: -1, _id: -1 }).lean().cursor()
