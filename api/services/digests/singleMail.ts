import { AppError } from '../../platform/errors.ts'
import { addressMail, findMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { keepReason } from '../../store/mail/outboxClaims.ts'
import { RESENDABLE, reopenMailFor } from '../../store/mail/outboxResend.ts'
import { removeSuppressions } from '../../store/mail/suppressions.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { sendMail, withdrawMail } from '../sending/outbox.ts'
import { countOutcomes } from '../sending/mailOutcomes.ts'
import { findReceiver, prepareAgain, type PreparedMail } from './prepareMails.ts'
import { takeTurn } from '../sending/sender.ts'
import { describeEnd } from '../sending/unsent.ts'

/** Sends an outbox mail again at the request of an admin, also to an address to which nothing is sent. */
export async function resendRow(product: Product, id: string, run: JobContext): Promise<PartialResult | undefined> {
  const before = await findMail(id)
  if (before.resent_by !== run.id) {
    const receiver = await findReceiver(before)
    await removeSuppressions({ addresses: [receiver?.to ?? before.to] })
  }
  const row = (await reopenMailFor(run.id, id, RESENDABLE)) ?? (await findMail(id))
  return sendSingle(product, { row, mail: await prepareAgain(product, row, run.log) }, run)
}

async function withdraw(id: string, { id: jobId, signal, log }: JobContext): Promise<never> {
  await withdrawMail(id, 'failed', { jobId, signal, log })
  throw new AppError('conflict', 'Not sent: the reader gets no such mail any more.')
}

/**
 * Sends the one mail of a job and counts its outcome; without `mail` its reader gets no such mail any more. A digest or
 * welcome mail that is not accepted now makes the job partial: the run of the digests sends it later. Throws "conflict" if
 * mail is not set up or the mail is refused for good, and "unavailable" if the job can try again.
 */
export async function sendSingle(
  product: Product,
  { row, mail }: { row: OutboxRecord; mail: PreparedMail | null },
  run: JobContext,
): Promise<PartialResult | undefined> {
  try {
    return mail === null ? await withdraw(row._id, run) : await sendPrepared(product, { row, mail }, run)
  } catch (error) {
    await keepReason(row._id, describeEnd(error))
    throw error
  } finally {
    await countOutcomes(run)
  }
}

async function sendPrepared(
  product: Product,
  { row, mail }: { row: OutboxRecord; mail: PreparedMail },
  run: JobContext,
): Promise<PartialResult | undefined> {
  const { signal, log } = run
  const settings = await takeTurn(product, signal)
  // Read now: the reader may have changed this while the mail waited.
  const receiver = await findReceiver(row)
  if (receiver === null) return withdraw(row._id, run)
  const { body, list } = mail
  await run.progress({ done: 0, total: 1, unit: 'mails', step: `sending to ${receiver.to}` })
  const addressed = await addressMail(row, receiver.to)
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
  await run.progress({ done: 1, total: 1, unit: 'mails', step: `sent to ${to}` })
  return undefined
}
