import { TARGET_KINDS } from '../../contract/limits.ts'
import type { OutboxState } from '../../contract/mail.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** States of the mails that an admin can have sent again, or now. */
export const RESENDABLE: readonly OutboxState[] = ['queued', 'failed', 'uncertain', 'suppressed']

/**
 * Queues a mail again for the job `jobId` if it is still in one of `states`. Returns null if it is not, or if this job has
 * queued it before.
 */
export const reopenMailFor = (
  jobId: string,
  id: string,
  states: readonly OutboxState[],
): Promise<OutboxRecord | null> =>
  Outbox.findOneAndUpdate(
    { _id: id, state: { $in: [...states] }, resent_by: { $ne: jobId } },
    { $set: { state: 'queued', error: null, retry_at: null, resent_by: jobId }, $unset: { retry_ms: 1 } },
    { returnDocument: 'after' },
  )
    .lean()
    .exec()

/** Messages to targets are sent again one by one: their retries have a schedule of their own. */
const OF_MAILS = { kind: { $nin: [...TARGET_KINDS] } }

export const countMails = (state: OutboxState): Promise<number> => Outbox.countDocuments({ ...OF_MAILS, state }).exec()

/** The mails in `state`, queued until `until`, that this job has not queued again yet. */
interface ToResend {
  state: OutboxState
  until: Date
}
const toResend = (jobId: string, { state, until }: ToResend) => ({
  ...OF_MAILS,
  state,
  queued_at: { $lte: until },
  resent_by: { $ne: jobId },
})

export const countMailsToResend = (jobId: string, which: ToResend): Promise<number> =>
  Outbox.countDocuments(toResend(jobId, which)).exec()

/** A page of them, in order of their ids. */
export const findMailsToResend = (
  jobId: string,
  { after, limit, ...which }: ToResend & { after: string; limit: number },
): Promise<OutboxRecord[]> =>
  Outbox.find({ ...toResend(jobId, which), _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
    .exec()

/** The mails that an interrupted attempt of this job queued again and did not send. */
export const findInterruptedResends = (jobId: string): Promise<OutboxRecord[]> =>
  Outbox.find({ resent_by: jobId, state: { $in: ['queued', 'claimed'] } })
    .lean()
    .exec()
