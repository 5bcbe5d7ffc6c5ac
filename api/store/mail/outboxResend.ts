import type { OutboxState } from '../../contract/mail.ts'
import { AppError } from '../../platform/errors.ts'
import { findMail } from './outbox.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** Queues a mail again that failed, was suppressed, is uncertain or still waits. Throws "not-found", "conflict". */
export async function reopenMail(id: string): Promise<OutboxRecord> {
  const row = await reopen({ _id: id, state: { $in: ['queued', 'failed', 'uncertain', 'suppressed'] } }, null)
  if (row !== null) return row
  const { state } = await findMail(id)
  throw new AppError('conflict', state === 'sent' ? 'This mail was sent.' : 'This mail is still on its way.')
}

/** Queues a mail again if it is still in `state`, for the job `jobId`. Returns null if it is not. */
export const reopenMailFor = (jobId: string, id: string, state: OutboxState): Promise<OutboxRecord | null> =>
  reopen({ _id: id, state }, jobId)

const reopen = (filter: { _id: string; state: OutboxState | { $in: OutboxState[] } }, resent_by: string | null) =>
  Outbox.findOneAndUpdate(
    filter,
    { $set: { state: 'queued', error: null, retry_at: null, resent_by }, $unset: { retry_ms: 1 } },
    { returnDocument: 'after' },
  )
    .lean()
    .exec()

export const countMails = (state: OutboxState): Promise<number> => Outbox.countDocuments({ state }).exec()

/** The mails in `state`, queued until `until`, that this job has not queued again yet. */
interface ToResend {
  state: OutboxState
  until: Date
}
const toResend = (jobId: string, { state, until }: ToResend) => ({
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
