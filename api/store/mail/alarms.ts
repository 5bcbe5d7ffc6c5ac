import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** A check of the health that turned bad, or is good again. */
export interface AlarmChange {
  /** Name of the check. */
  name: string
  is_bad: boolean
  since: Date
  sentence: string
}

/** A check as it was last seen, and what the admins last heard of it: that it is bad, or not. */
export interface WatchedCheck extends AlarmChange {
  is_reported: boolean
}

/** The changes of one message. */
export interface AlarmReport {
  id: string
  at: Date
  changes: AlarmChange[]
  /** Its rows are in the outbox. */
  is_queued: boolean
}

/** What is known of the alarms, of all processes. */
export interface AlarmState {
  _id: string
  /** Increases with each change of checks and reports: one with an older number is not stored. */
  revision: number
  checked_at: Date
  checks: WatchedCheck[]
  /** The newest ones, the oldest first. */
  reports: AlarmReport[]
}

/** Messages of older reports are not sent any more. */
const REPORTS_KEPT = 50
const ID = 'alarms'

const text = { type: String, required: true }
const date = { type: Date, required: true }
const flag = { type: Boolean, required: true }
const change = { name: text, is_bad: flag, since: date, sentence: text }
const subdocument = { _id: false, strict: 'throw' } as const
const schema = new Schema<AlarmState>(
  {
    _id: text,
    revision: { type: Number, required: true },
    checked_at: date,
    checks: [new Schema({ ...change, is_reported: flag }, subdocument)],
    reports: [
      new Schema({ id: text, at: date, changes: [new Schema(change, subdocument)], is_queued: flag }, subdocument),
    ],
  },
  { collection: 'alarms', strict: 'throw', autoIndex: false, versionKey: false },
)
const Alarms = model('Alarms', schema)

/**
 * Takes the turn to run the checks: returns the state, or null if any process has taken it within `everyMs`.
 */
export async function takeAlarmTurn(everyMs: number): Promise<AlarmState | null> {
  const at = now()
  try {
    return await Alarms.findOneAndUpdate(
      { _id: ID, checked_at: { $lte: new Date(at.getTime() - everyMs) } },
      { $set: { checked_at: at }, $setOnInsert: { revision: 0, checks: [], reports: [] } },
      { upsert: true, returnDocument: 'after' },
    ).lean()
  } catch (error) {
    // Recovered: the state is there, and its turn was taken.
    if (isDuplicate(error)) return null
    throw error
  }
}

/** Stores checks and reports. Returns false, and stores nothing, if another process stored some since `revision`. */
export async function saveAlarms(
  revision: number,
  { checks, reports }: Pick<AlarmState, 'checks' | 'reports'>,
): Promise<boolean> {
  const saved = await Alarms.updateOne(
    { _id: ID, revision },
    { $set: { checks, reports: reports.slice(-REPORTS_KEPT) }, $inc: { revision: 1 } },
  )
  return saved.matchedCount === 1
}

/** Returns null for one that is not kept any more. */
export async function findAlarmReport(id: string): Promise<AlarmReport | null> {
  const state = await Alarms.findOne({ _id: ID }, { reports: { $elemMatch: { id } } }).lean()
  return state?.reports[0] ?? null
}

/** Stores that the messages of a report are in the outbox. */
export async function markReportQueued(id: string): Promise<void> {
  await Alarms.updateOne({ _id: ID, 'reports.id': id }, { $set: { 'reports.$.is_queued': true } })
}

/** Forgets the checks while no admin wants alarms: what is bad when one does is new to them. */
export async function forgetAlarms(): Promise<void> {
  await Alarms.updateOne(
    { _id: ID, $or: [{ 'checks.0': { $exists: true } }, { 'reports.0': { $exists: true } }] },
    { $set: { checks: [], reports: [] }, $inc: { revision: 1 } },
  )
}
