import type { OutboxResendInput } from '../../contract/mail.ts'
import type { Job } from '../../contract/jobs.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { addressMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import {
  countMails,
  countMailsToResend,
  findInterruptedResends,
  findMailsToResend,
  reopenMailFor,
} from '../../store/mail/outboxResend.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { startJob } from '../jobs/jobs.ts'
import { requireMailSettings } from '../sending/mailSettings.ts'
import { ignoreErased, markInterruptedMails, sendMail, withdrawMail } from '../sending/outbox.ts'
import { countOutcomes, describeOutcomes } from '../sending/mailOutcomes.ts'
import { prepareAgain } from './prepareMails.ts'
import { sendSideBySide, takeTurn } from '../sending/sender.ts'
import type { Product } from '../product.ts'

export type ResendMailsInput = OutboxResendInput

const PAGE = 100

/**
 * Queues a job that sends all failed, or all uncertain, mails again. Throws "conflict" if there are none or mail is not
 * set up, and "already-running" while such a job is open.
 */
export async function startResendAll(
  product: Pick<Product, 'secrets' | 'sink'>,
  admin: UserRecord,
  { state }: OutboxResendInput,
): Promise<Job> {
  await requireMailSettings(product)
  await markInterruptedMails()
  const count = await countMails(state)
  if (count === 0) throw new AppError('conflict', `There are no ${state} mails.`)
  const request = { kind: 'resend-mails' as const, input: { state }, dedupe_key: `resend:${state}` }
  const job = await startJob({ ...request, requested_by: admin._id })
  const details = `Sent all ${state} mails once more: ${count}.`
  await recordAdminAction(admin, { action: 'mail-resent', target: state, details })
  return job
}

/**
 * Sends all mails in the state again that were queued before the job began, each at most once. A mail of a reader who
 * gets no mail any more keeps its state. The job counts the outcome of each, those of unwanted mails and those that it
 * did not come to, and is partial when a mail was not sent.
 */
export async function resendMails(
  product: Product,
  { state }: ResendMailsInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const started = run.checkpoint as { until: string; total: number } | null
  const { until, total } = started ?? { until: now().toISOString(), total: await countMails(state) }
  if (started === null) await run.save({ until, total })
  const which = { state, until: new Date(until) }
  let [done, unwanted] = [0, 0]
  let missed: string
  const resend = async (row: OutboxRecord, signal: AbortSignal) => {
    signal.throwIfAborted()
    if (!(await resendOne(product, row, { state, run, signal }))) unwanted += 1
    done += 1
    await run.progress({ done, total: Math.max(done, total), unit: 'mails', step: `sending ${state} mails again` })
  }
  try {
    await sendSideBySide(await findInterruptedResends(run.id), resend, run.signal)
    let page: OutboxRecord[] = []
    do {
      page = await findMailsToResend(run.id, { ...which, after: page.at(-1)?._id ?? '', limit: PAGE })
      await sendSideBySide(page, resend, run.signal)
    } while (page.length === PAGE)
  } finally {
    const outcomes = { ...(await countOutcomes(run)), unwanted }
    missed = describeOutcomes(outcomes, MISSED)
    run.count('unwanted', unwanted)
    run.count('not_tried', (await countMailsToResend(run.id, which)) - unwanted)
  }
  return missed === '' ? undefined : { partial: `Mails: ${missed}. The outbox lists them.` }
}

const MISSED = {
  deferred: 'not accepted now',
  refused: 'not sent',
  suppressed: 'to addresses that the mail server refuses',
  uncertain: 'perhaps sent',
  unwanted: 'to readers who get no such mail any more',
}

interface Sending {
  state: OutboxResendInput['state']
  run: JobContext
  signal: AbortSignal
}

/**
 * Queues the mail again unless an interrupted attempt did, and sends it. Returns false if it keeps its state because its
 * reader gets no such mail any more.
 */
async function resendOne(product: Product, row: OutboxRecord, { state, run, signal }: Sending): Promise<boolean> {
  const { id: jobId, log } = run
  const settings = await takeTurn(product, signal)
  const mail = await prepareAgain(product, row, log)
  if (mail === null) {
    log.info({ mail: row._id, user_id: row.user_id }, 'mail not sent again: the reader gets no such mail any more')
    if (row.state === state) return false
    await withdrawMail(row._id, state, { jobId, signal, log })
    return true
  }
  const reopened = row.state === state ? await reopenMailFor(jobId, row._id, [state]) : row
  if (reopened === null) return true
  const { body, list, to } = mail
  const sending = { settings, body, jobId, ...(list && { list }), signal, log }
  await sendMail(product, await addressMail(reopened, to), sending).catch(ignoreErased)
  return true
}
