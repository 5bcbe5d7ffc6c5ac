import { TOP_PAPERS_DEFAULT } from '../../contract/limits.ts'
import type { Job } from '../../contract/jobs.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { AppError } from '../../platform/errors.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { startJob } from '../jobs/jobs.ts'
import { requireMailSettings } from '../sending/mailSettings.ts'
import { queueForReader } from '../sending/outbox.ts'
import { prepareTopPapers } from './prepareMails.ts'
import { prepareSample } from './sampleDigest.ts'
import { resendRow, sendSingle } from './singleMail.ts'
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
  product: Pick<Product, 'secrets' | 'sink'>,
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
  return sendSingle(product, { row, mail }, run)
}

async function findRecipient(id: string): Promise<UserRecord> {
  const user = await findUser(id)
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  if (user.disabled) throw new AppError('conflict', 'This account is disabled and gets no mail.')
  if (!user.email_verified) throw new AppError('conflict', `The address ${user.email} is not verified.`)
  return user
}
