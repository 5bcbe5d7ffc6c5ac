import { TARGET_KINDS, type TargetKind } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import { claimable, isPast, type MailClaim } from './outboxClaims.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

const OF_TARGETS = { kind: { $in: [...TARGET_KINDS] } }
const leaseUntil = (ms: number) => ({ $add: ['$$NOW', ms] })

/** The messages to targets that wait, or are due for a retry, oldest first. */
export const findDueMessages = (limit: number): Promise<OutboxRecord[]> =>
  Outbox.find({ ...OF_TARGETS, $or: claimable() })
    .sort({ queued_at: 1 })
    .limit(limit)
    .lean()
    .exec()

export const hasDueMessages = async (): Promise<boolean> =>
  (await Outbox.exists({ ...OF_TARGETS, $or: claimable() })) !== null

/** The message of a reader's target with this key, which is `day` of its row; null if there is none. */
export const findMessageOf = (userId: string, kind: TargetKind, day: string): Promise<OutboxRecord | null> =>
  Outbox.findOne({ user_id: userId, kind, day }).lean().exec()

/** Stores that a message is being given to its target. Returns false if the claim is lost: it must not be sent then. */
export async function beginPart({ _id, fence }: MailClaim, leaseMs: number): Promise<boolean> {
  const begun = await Outbox.updateOne(
    { _id, fence, state: { $in: ['claimed', 'handing-off'] } },
    [{ $set: { state: 'handing-off', lease_until: leaseUntil(leaseMs), attempts: { $add: ['$attempts', 1] } } }],
    { updatePipeline: true },
  )
  return begun.matchedCount === 1
}

interface EndedPart {
  /** How many messages of the row the target had accepted before, and has now. */
  before: number
  done: number
  isLast: boolean
  receipt: string
  leaseMs: number
}

/**
 * Stores that the target accepted a message: the day is sent with the last one, else the row is claimed for the next.
 * It also ends the uncertainty about a message that was marked uncertain in the meantime. Returns the row, or null if the
 * claim is lost, or this is stored already.
 */
export const endPart = (
  { _id, fence }: MailClaim,
  { before, done, isLast, receipt, leaseMs }: EndedPart,
): Promise<OutboxRecord | null> =>
  Outbox.findOneAndUpdate(
    {
      _id,
      fence,
      state: { $in: ['handing-off', 'uncertain'] },
      // An older message of the same claim says nothing about the one that is being handed over.
      parts_done: before === 0 ? { $in: [null, 0] } : before,
    },
    [
      {
        $set: {
          parts_done: done,
          receipt: { $literal: receipt },
          error: null,
          retry_at: null,
          ...(isLast
            ? { state: 'sent', lease_until: null, sent_at: now() }
            : { state: 'claimed', lease_until: leaseUntil(leaseMs) }),
        },
      },
    ],
    { returnDocument: 'after', updatePipeline: true },
  )
    .lean()
    .exec()

/** Messages of a target by their key, `day` of the row: from `from` on, and before `before`. */
interface Keys {
  from: string
  before: string
}

/** Whether a message with such a key was sent, or may have been. */
export const hasSentMessage = async (userId: string, kind: TargetKind, { from, before }: Keys): Promise<boolean> =>
  (await Outbox.exists({
    user_id: userId,
    kind,
    day: { $gte: from, $lt: before },
    state: { $in: ['claimed', 'handing-off', 'sent', 'uncertain'] as const },
  })) !== null

/**
 * Ends the retries of the reader's messages to a target with such a key: a newer one is due. Returns those that this call
 * changed.
 */
export async function giveUpMessages(
  userId: string,
  kind: TargetKind,
  { from, before, what }: Keys & { what: 'day' | 'review' },
): Promise<OutboxRecord[]> {
  const unsent = [
    { state: 'failed' as const, retry_at: { $ne: null } },
    { state: 'queued' as const, resent_by: null },
    { state: 'claimed' as const, $expr: isPast('lease_until') },
  ]
  const older = { user_id: userId, kind, day: { $gte: from, $lt: before }, $or: unsent }
  const error = { $concat: [`A newer ${what} is due. `, { $ifNull: ['$error', 'It was not sent in time.'] }] }
  const changed: OutboxRecord[] = []
  for (;;) {
    const row = await Outbox.findOneAndUpdate(
      older,
      [{ $set: { state: 'failed', error, retry_at: null, lease_until: null, fence: { $add: ['$fence', 1] } } }],
      { returnDocument: 'after', updatePipeline: true },
    ).lean()
    if (row === null) return changed
    changed.push(row)
  }
}

/** Deletes what was sent, or was to be sent, to a target or e-reader of the reader. */
export async function removeMessagesOf(userId: string, kind: TargetKind | 'ereader' | 'ereader-test'): Promise<void> {
  await Outbox.deleteMany({ user_id: userId, kind })
}
