import { TOP_PAPERS_DEFAULT } from '../../contract/limits.ts'
import type { Job } from '../../contract/jobs.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { AppError } from '../../platform/errors.ts'
import { findMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { startJob } from '../jobs/jobs.ts'
import { requireMailSettings } from './mailSettings.ts'
import { queueForReader, sendMail, withdrawMail } from './outbox.ts'
import { prepareAgain, prepareTopPapers, type PreparedMail } from './prepareMails.ts'
import { prepareSample } from './samples.ts'
import type { Product } from '../product.ts'

/**
 * A user's top papers, or an outbox mail to send again. `sample`: instead, the newest digest as a sample; the key of the
 * mail, so that it is sent once.
 */
export type TopPapersInput = { user_id: string; limit: number; sample?: string } | { outbox_id: string }

/**
 * Queues a job that mails a user their top papers.
 * Throws "not-found" for an unknown user, "conflict" if mail is not set up or the user may not get mail, and
 * "already-running" while such a job for this user is open.
 */
export async function startTopPapers(
  product: Product,
  admin: UserRecord,
  { user_id, limit = TOP_PAPERS_DEFAULT }: { user_id: string; limit?: number },
): Promise<Job> {
  const user = await findRecipient(user_id)
  await requireMailSettings(product)
  const job = await startJob({
    kind: 'send-top-papers',
    input: { user_id, limit },
    dedupe_key: `send-top-papers:${user_id}`,
    requested_by: admin._id,
  })
  await recordAdminAction(admin, {
    action: 'top-papers',
    target: user_id,
    details: `Had top papers sent to ${user.email}.`,
  })
  return job
}

/** Sends a mail that an admin requested. A job sends at most one mail, also when it is run again after a crash. */
export async function sendTopPapers(
  product: Product,
  input: TopPapersInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  if ('outbox_id' in input) return resendRow(product, input.outbox_id, run)
  const user = await findRecipient(input.user_id)
  await run.progress({ done: 0, total: 1, unit: 'mails', step: 'writing the mail' })
  const mail = input.sample
    ? await prepareSample(product, user, run.log)
    : await prepareTopPapers(product, user, input.limit)
  if (mail === null) throw new AppError('conflict', 'There are no papers to send to this user.')
  const row = await queueForReader({
    user_id: user._id,
    kind: 'top-papers',
    day: input.sample ?? run.id,
    to: user.email,
    papers: input.limit,
    subject: mail.body.subject,
  })
  return sendOne(product, { row, mail }, run)
}

/** Sends an outbox mail again at the request of an admin. */
export async function resendRow(product: Product, id: string, run: JobContext): Promise<PartialResult | undefined> {
  const row = await findMail(id)
  const mail = await prepareAgain(product, row, run.log)
  if (mail === null) {
    const { signal, log } = run
    await withdrawMail(id, 'failed', { jobId: run.id, signal, log })
    throw new AppError('conflict', 'Not sent again: the reader gets no such mail any more.')
  }
  return sendOne(product, { row, mail }, run)
}

async function sendOne(
  product: Product,
  { row, mail }: { row: OutboxRecord; mail: PreparedMail },
  run: JobContext,
): Promise<PartialResult | undefined> {
  const settings = await requireMailSettings(product)
  const { body, list } = mail
  await run.progress({ done: 0, total: 1, unit: 'mails', step: `sending to ${row.to}` })
  const { signal, log } = run
  const sent = await sendMail(product, row, { settings, body, jobId: run.id, ...(list && { list }), signal, log })
  const { state, error, retry_at } = sent
  if (state === 'uncertain')
    return { partial: `Perhaps sent to ${row.to}: ${error ?? 'the mail server did not answer'}. It is not sent again.` }
  if (state === 'suppressed')
    throw new AppError('conflict', `Nothing is sent to ${row.to}: ${error ?? 'it was refused'}`)
  if (state !== 'sent') {
    const code = state === 'failed' && retry_at === null ? 'conflict' : 'unavailable'
    throw new AppError(code, `Not sent to ${row.to}: ${error ?? 'the mail server failed'}`)
  }
  run.count('sent', 1)
  await run.progress({ done: 1, total: 1, unit: 'mails', step: `sent to ${row.to}` })
  return undefined
}

async function findRecipient(id: string): Promise<UserRecord> {
  const user = await findUser(id)
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  if (user.disabled) throw new AppError('conflict', 'This account is disabled and gets no mail.')
  if (!user.email_verified) throw new AppError('conflict', `The address ${user.email} is not verified.`)
  return user
}
