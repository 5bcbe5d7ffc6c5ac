import { model, Schema } from 'mongoose'
import type { OutboxRow, OutboxState } from '../../contract/mail.ts'

export interface OutboxRecord {
  _id: string
  user_id: string
  kind: OutboxRow['kind']
  /** The day of a digest; for mails by hand the id of the job that sends it, so that one job never sends two. */
  day: string
  to: string
  subject: string
  /** How many papers it holds at most. */
  papers: number
  state: OutboxState
  /** Grows with each claim. A write that carries an older one is refused. */
  fence: number
  /** Server time. A claim that is older may be taken over; a mail being handed over is then uncertain. */
  lease_until: Date | null
  /** Server time. A failed mail is tried again then; null: never by itself. */
  retry_at: Date | null
  attempts: number
  error: string | null
  /** What the server said when it took the message, its queue id included. */
  receipt: string | null
  queued_at: Date
  sent_at: Date | null
}

const text = { type: String, required: true }
const count = { type: Number, required: true }
const whenever = { type: Date, default: null }
const schema = new Schema<OutboxRecord>(
  {
    _id: text,
    user_id: text,
    kind: text,
    day: text,
    to: text,
    subject: text,
    papers: count,
    state: text,
    fence: count,
    lease_until: whenever,
    retry_at: whenever,
    attempts: count,
    error: { type: String, default: null },
    receipt: { type: String, default: null },
    queued_at: { type: Date, required: true },
    sent_at: whenever,
  },
  { collection: 'outbox', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, kind: 1, day: 1 }, { name: 'once', unique: true })
schema.index({ queued_at: -1, _id: -1 }, { name: 'newest' })
schema.index({ kind: 1, day: 1, state: 1 }, { name: 'due' })
schema.index({ sent_at: 1 }, { name: 'sent' })

/** For this room only. */
export const Outbox = model('Mail', schema)
