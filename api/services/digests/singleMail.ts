import { AppError } from '../../platform/errors.ts'
import { addressMail, findMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { findUser } from '../../store/readers/users.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { sendMail, withdrawMail } from '../sending/outbox.ts'
import { getsMail, prepareAgain, type PreparedMail } from './prepareMails.ts'
import { takeTurn } from '../sending/sender.ts'

/** Sends an outbox mail again at the request of an admin. */
export async function resendRow(product: Product, id: string, run: JobContext): Promise<PartialResult | undefined> {
  const row = await findMail(id)
  const mail = await prepareAgain(product, row, run.log)
  return mail === null ? withdraw(id, run) : sendSingle(product, { row, mail }, run)
}

async function withdraw(id: string, { id: jobId, signal, log }: JobContext): Promise<never> {
  await withdrawMail(id, 'failed', { jobId, signal, log })
  throw new AppError('conflict', 'Not sent: the reader gets no such mail any more.')
}

/**
 * Sends the one mail of a job. A digest or welcome mail that is not accepted now makes the job partial: the run of the
 * digests sends it later. Throws "conflict" if mail is not set up or the mail is refused for good, and "unavailable" if the
 * job can try again.
 */
export async function sendSingle(
  product: Product,
  { row, mail }: { row: OutboxRecord; mail: PreparedMail },
  run: JobContext,
): Promise<PartialResult | undefined> {
  const { signal, log } = run
  const settings = await takeTurn(product, signal)
  // Read now: the reader may have changed this while the mail waited.
  const user = await findUser(row.user_id)
  if (!getsMail(user, row.kind)) return withdraw(row._id, run)
  const { body, list } = mail
  await run.progress({ done: 0, total: 1, unit: 'mails', step: `sending to ${user.email}` })
  const addressed = await addressMail(row, user.email)
  const sent = await sendMail(product, addressed, { settings, body, jobId: run.id, ...(list && { list }), signal, log })
  const { state, error, retry_at, to, kind } = sent
  if (state === 'uncertain')
    return { partial: `Perhaps sent to ${to}: ${error ?? 'the mail server did not answer'}. It is not sent again.` }
  if (state === 'suppressed') throw new AppError('conflict', `Nothing is sent to ${to}: ${error ?? 'it was refused'}`)
  if (state === 'failed' && retry_at !== null && kind !== 'top-papers')
    return { partial: `Not sent to ${to} yet, it is tried again: ${error ?? 'the mail server failed'}` }
  if (state !== 'sent') {
    const code = state === 'failed' && retry_at === null ? 'conflict' : 'unavailable'
    throw new AppError(code, `Not sent to ${to}: ${error ?? 'the mail server failed'}`)
  }
  run.count('sent', 1)
  await run.progress({ done: 1, total: 1, unit: 'mails', step: `sent to ${to}` })
  return undefined
}
