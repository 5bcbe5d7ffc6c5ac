import { model, Schema } from 'mongoose'
import { TARGET_KINDS, type TargetKind, type TargetSend } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** What became of the newest message or test of a target. */
export interface TargetEventRecord {
  at: Date
  outcome: 'sent' | 'deferred' | 'refused' | 'uncertain' | 'gone'
  sentence: string
}

/** A service that a reader's day is posted to. Its addresses and tokens are stored encrypted only. */
export interface TargetRecord {
  _id: string
  user_id: string
  kind: TargetKind
  host: string
  last_four: string
  /** `TargetValues` as JSON, sealed for this reader and kind. */
  sealed: string
  sends: Readonly<Record<TargetSend, boolean>>
  on: boolean
  last: TargetEventRecord | null
  failing_since: Date | null
  /** Until when the previous secret of an own webhook signs, too; null if there is none. */
  renewed_until: Date | null
  /** Increases with each save: an event of a message that was sent with older values is not recorded. */
  revision: number
  updated_at: Date
}

const text = { type: String, required: true }
const nullableDate = { type: Date, default: null }
const schema = new Schema<TargetRecord>(
  {
    _id: text,
    user_id: text,
    kind: { ...text, enum: TARGET_KINDS },
    host: text,
    last_four: text,
    sealed: text,
    sends: {
      type: { day: Boolean, hits: Boolean, updates: Boolean, review: Boolean, alarms: Boolean },
      required: true,
      _id: false,
    },
    on: { type: Boolean, required: true },
    last: { type: { at: Date, outcome: String, sentence: String }, default: null, _id: false },
    failing_since: nullableDate,
    renewed_until: nullableDate,
    revision: { type: Number, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'targets', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, kind: 1 }, { name: 'one_of_each', unique: true })
schema.index({ on: 1, failing_since: 1 }, { name: 'state' })
schema.index({ 'sends.alarms': 1 }, { name: 'alarms', partialFilterExpression: { 'sends.alarms': true } })
const Targets = model('Target', schema)

/** Targets of earlier versions had two switches: what questions found came with the updates. */
function complete(target: TargetRecord): TargetRecord {
  const stored: Partial<TargetRecord['sends']> = target.sends
  const { day = false, updates = false, hits = updates, review = false, alarms = false } = stored
  return { ...target, sends: { day, hits, updates, review, alarms } }
}

export async function findTargets(userId: string): Promise<TargetRecord[]> {
  const targets = await Targets.find({ user_id: userId }).sort({ kind: 1 }).lean()
  return targets.map(complete)
}

export async function findTarget(userId: string, kind: TargetKind): Promise<TargetRecord | null> {
  const target = await Targets.findOne({ user_id: userId, kind }).lean()
  return target && complete(target)
}

/** Targets that get anything of this. */
const getting = (sends: readonly TargetSend[]) => ({
  on: true,
  ...(sends.length === 1
    ? { [`sends.${sends[0]}`]: true }
    : { $or: sends.map((name) => ({ [`sends.${name}`]: true })) }),
})

/** The targets that are on and get anything of this, by reader. */
export async function* iterateTargets(sends: readonly TargetSend[]): AsyncGenerator<TargetRecord> {
  for await (const target of Targets.find(getting(sends)).sort({ user_id: 1, kind: 1 }).lean().cursor())
    yield complete(target)
}

/** Whether a target is on and gets anything of this. */
export const hasTargets = async (sends: readonly TargetSend[]): Promise<boolean> =>
  (await Targets.exists(getting(sends))) !== null

/** Changes what a target gets, and nothing else. Returns it; null if there is none. */
export async function changeSends(
  userId: string,
  kind: TargetKind,
  sends: TargetRecord['sends'],
): Promise<TargetRecord | null> {
  const target = await Targets.findOneAndUpdate(
    { user_id: userId, kind },
    { $set: { sends, updated_at: now() } },
    { returnDocument: 'after' },
  ).lean()
  return target && complete(target)
}

/** Ends the alarms of all targets of a reader. */
export async function switchAlarmsOff(userId: string): Promise<void> {
  await Targets.updateMany({ user_id: userId, 'sends.alarms': true }, { $set: { 'sends.alarms': false } })
}

/** Saves a target of the reader in place of the one of this kind, if any. Returns it. */
export async function saveTarget(target: Omit<TargetRecord, '_id' | 'revision'>): Promise<TargetRecord> {
  const { user_id, kind, ...values } = target
  const save = () =>
    Targets.findOneAndUpdate(
      { user_id, kind },
      { $set: values, $inc: { revision: 1 }, $setOnInsert: { _id: crypto.randomUUID() } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  return save().catch((error: unknown) => {
    // Another request inserted it at the same moment: this time it is found.
    if (isDuplicate(error)) return save()
    throw error
  })
}

/** Returns whether there was one. */
export const removeTarget = async (userId: string, kind: TargetKind): Promise<boolean> =>
  (await Targets.deleteOne({ user_id: userId, kind })).deletedCount === 1

/**
 * Records what became of a message. A failure keeps the time of the first one; `off` switches the target off. Returns the
 * target if this call switched it off, else null; nothing is recorded if it was saved anew since.
 */
export async function recordTargetEvent(
  { _id, revision }: Pick<TargetRecord, '_id' | 'revision'>,
  event: TargetEventRecord,
  { off = false } = {},
): Promise<TargetRecord | null> {
  const isFailure = event.outcome !== 'sent'
  const before = await Targets.findOneAndUpdate(
    { _id, revision },
    [
      {
        $set: {
          last: { $literal: event },
          failing_since: isFailure ? { $ifNull: ['$failing_since', event.at] } : null,
          ...(off && { on: false }),
        },
      },
    ],
    { returnDocument: 'before', updatePipeline: true },
  ).lean()
  return off && before?.on ? { ...before, on: false } : null
}

/** Number of targets that days are posted to and that fail, by kind, and of those that were switched off. */
export async function countFailingTargets(): Promise<
  { kind: TargetKind; failing: number; off: number; total: number }[]
> {
  const rows = await Targets.aggregate<{ _id: TargetKind; failing: number; off: number; total: number }>([
    {
      $group: {
        _id: '$kind',
        total: { $sum: 1 },
        off: { $sum: { $cond: ['$on', 0, 1] } },
        failing: { $sum: { $cond: [{ $and: ['$on', { $ne: ['$failing_since', null] }] }, 1, 0] } },
      },
    },
  ])
  return rows.map(({ _id, ...counts }) => ({ kind: _id, ...counts }))
}
