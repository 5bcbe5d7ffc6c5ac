import { model, Schema } from 'mongoose'
import type { OutboxRow, OutboxState } from '../../contract/mail.ts'

export interface OutboxRecord {
  _id: string
  user_id: string
  kind: OutboxRow['kind']
  /**
   * Day of a digest, or of a day that is posted to a target, in the time zone of its reader; last day of the week of a
   * review. For a mail sent by an admin the id of its job, so that one job never sends two. Always "welcome" for the
   * welcome mail, which a reader gets once. For "connection-off" the kind of the target and when it was switched off. For
   * the review of a week that is posted to a target "review" and the last day of the week; for alarms "alarm" and the id of the
   * report.
   */
  day: string
  /** Announcement day of the papers of a digest, or of a day posted to a target; null for one without papers. Absent for other kinds. */
  announced_on?: string | null
  to: string
  subject: string
  /** Maximum number of papers in the mail. */
  papers: number
  /** How many of the messages of a day the target has accepted; absent for a mail, and before the first. */
  parts_done?: number
  state: OutboxState
  /** Increases with each claim; 0 before the first. A write with an older fence is rejected. */
  fence: number
  /**
   * When the lease expires, in the database server's time. Then another worker may claim the mail; one that is being
   * handed over becomes uncertain.
   */
  lease_until: Date | null
  /** When a failed mail is retried, in the database server's time; null: not automatically. */
  retry_at: Date | null
  /**
   * Delay before `retry_at` in ms; the next one is twice as long. Absent before the first, and after an admin requested the
   * mail again.
   */
  retry_ms?: number
  /**
   * How often a mail server was given the mail: it replied to it, or may have accepted it. Without those for which no
   * server was reached, or the connection ended before the message was complete.
   */
  attempts: number
  /** Job that last claimed the mail; null before. */
  job_id: string | null
  /** Installation of the process that last claimed the mail; null before. */
  sender: string | null
  /** Random id of the last claim. */
  claim?: string
  /** Job that last queued the mail again, at the request of an admin; null if none did. */
  resent_by: string | null
  error: string | null
  /**
   * When the mail server last refused the recipient's address for good in reply to this mail. Null if it did not, or
   * refused the mails around it as well.
   */
  refused_at: Date | null
  /** The mail server's reply when it accepted the message, including its queue id. */
  receipt: string | null
  queued_at: Date
  sent_at: Date | null
}

const text = { type: String, required: true }
const count = { type: Number, required: true }
const nullableDate = { type: Date, default: null }
const schema = new Schema<OutboxRecord>(
  {
    _id: text,
    user_id: text,
    kind: text,
    day: text,
    announced_on: String,
    to: text,
    subject: text,
    papers: count,
    parts_done: Number,
    state: text,
    fence: count,
    lease_until: nullableDate,
    retry_at: nullableDate,
    retry_ms: Number,
    attempts: count,
    job_id: { type: String, default: null },
    sender: { type: String, default: null },
    claim: String,
    resent_by: { type: String, default: null },
    error: { type: String, default: null },
    refused_at: nullableDate,
    receipt: { type: String, default: null },
    queued_at: { type: Date, required: true },
    sent_at: nullableDate,
  },
  { collection: 'outbox', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, kind: 1, day: 1 }, { name: 'once', unique: true })
schema.index({ queued_at: -1, _id: -1 }, { name: 'newest' })
schema.index({ kind: 1, day: 1, state: 1 }, { name: 'due' })
schema.index({ state: 1, queued_at: -1, _id: -1 }, { name: 'state' })
schema.index({ job_id: 1 }, { name: 'job' })
schema.index({ resent_by: 1 }, { name: 'resent', partialFilterExpression: { resent_by: { $type: 'string' } } })
schema.index({ sent_at: 1 }, { name: 'sent' })
schema.index({ refused_at: 1 }, { name: 'refused', partialFilterExpression: { refused_at: { $gt: new Date(0) } } })

/** Used in api/store only. */
export const Outbox = model('Mail', schema)
