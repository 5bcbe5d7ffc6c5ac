import { AppError } from '../../platform/errors.ts'
import { findMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { requireMailSettings } from './mailSettings.ts'
import { sendMail, withdrawMail } from './outbox.ts'
import { prepareAgain, type PreparedMail } from './prepareMails.ts'

/** Sends an outbox mail again at the request of an admin. */
export async function resendRow(product: Product, id: string, run: JobContext): Promise<PartialResult | undefined> {
  const row = await findMail(id)
  const mail = await prepareAgain(product, row, run.log)
  if (mail === null) {
    const { signal, log } = run
    await withdrawMail(id, 'failed', { jobId: run.id, signal, log })
    throw new AppError('conflict', 'Not sent again: the reader gets no such mail any more.')
  }
  return sendSingle(product, { row, mail }, run)
}

/**
 * Sends the one mail of a job. Throws "conflict" if mail is not set up or the mail is refused for good, and "unavailable"
 * if it can be tried again.
 */
export async function sendSingle(
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
