import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import type { OutboxRow, OutboxState } from '../../contract/mail.ts'
import { messageIdOf } from '../../mail/headers.ts'
import { composeMessage, type OutgoingMail, type MailBody } from '../../mail/message.ts'
import { AppError } from '../../platform/errors.ts'
import { log as processLog, type Log } from '../../platform/log.ts'
import { findMail, findMails, queueMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { markExpiredHandoversUncertain, markUnsent } from '../../store/mail/outboxClaims.ts'
import { RESENDABLE } from '../../store/mail/outboxResend.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { startJob } from '../jobs/jobs.ts'
import { handOver } from './handOver.ts'
import { isTargetKind, reportMail } from './mailReport.ts'
import { requireMailSettings, type MailSettings } from './mailSettings.ts'
import { claim, findMailAfter, findSuppressionOf, settleAccepted } from './sender.ts'
import type { Product } from '../product.ts'

const POLL_MS = 500

/** Returns the mails of the outbox, newest first. */
export async function listOutbox(query: {
  skip?: number
  limit?: number
  state?: OutboxState
}): Promise<List<OutboxRow>> {
  await markInterruptedMails()
  const { skip = 0, limit = 20, state } = query
  const { items, total } = await findMails({ skip, limit, ...(state && { state }) })
  return { items: items.map(toRow), total, skip, limit }
}

/** Marks mails as `uncertain` whose sender crashed while transmitting them: the server may have accepted them. */
export async function markInterruptedMails(log: Log = processLog): Promise<void> {
  await settleAccepted()
  for (const row of await markExpiredHandoversUncertain()) reportMail(row, log)
}

/**
 * Queues a job that sends a failed, suppressed or uncertain mail again, or one that waits. The mail keeps its state until
 * the job begins, so that a job which is cancelled before changes nothing. Throws "not-found", and "conflict" if the mail
 * was sent or is being sent, or if mail is not set up or paused.
 */
export async function resendMail(
  product: Pick<Product, 'secrets' | 'sink'>,
  admin: UserRecord,
  id: string,
): Promise<Job> {
  await markInterruptedMails()
  const { kind, state, subject } = await findMail(id)
  if (!RESENDABLE.includes(state))
    throw new AppError('conflict', state === 'sent' ? 'This mail was sent.' : 'This mail is being sent.')
  if (!isTargetKind(kind)) await requireMailSettings(product)
  const job = await startJob({
    kind: isTargetKind(kind) ? 'send-messages' : kind === 'digest' ? 'digest' : 'send-top-papers',
    input: { outbox_id: id },
    dedupe_key: `outbox:${id}`,
    requested_by: admin._id,
  })
  await recordAdminAction(admin, { action: 'mail-resent', target: id, details: `Sent “${subject}” once more.` })
  return job
}

/**
 * Ends a mail that was queued again, when its reader gets no such mail any more: it has `state` again and is not retried.
 * Changes nothing when another sender ended it.
 */
export async function withdrawMail(
  id: string,
  state: 'failed' | 'uncertain',
  sending: Pick<SendContext, 'jobId' | 'signal' | 'log'>,
): Promise<void> {
  const { isOurs, ...claimed } = await claimOrWait(id, sending)
  if (isOurs) await markUnsent(claimed, { state, error: 'Not sent: the reader gets no such mail any more.' })
}

/** What is needed to send a mail, besides its outbox row. */
export interface SendContext {
  /** From `takeTurn`. */
  settings: MailSettings
  body: MailBody
  /** Id of the job that sends it: stored with the mail, so that the job can count the outcomes. */
  jobId: string
  list?: OutgoingMail['list']
  signal: AbortSignal
  log: Log
}

/** Queues a mail as `queueMail`. Throws "not-found" if the account of its reader was erased. */
export async function queueForReader(
  mail: Parameters<typeof queueMail>[0],
  readUser: (id: string) => Promise<UserRecord | null> = findUser,
): Promise<OutboxRecord> {
  const row = await queueMail(mail)
  // Read after the mail was queued: an erasure from now on finds the mail, and its sender finds it gone.
  if ((await readUser(mail.user_id)) === null) throw erased()
  return row
}

const erased = () => new AppError('not-found', 'The account of this mail was erased.')

/** An account that is erased during a run gets no mail, and does not stop those of the others. */
export function ignoreErased(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null
  throw error
}

/**
 * Sends a mail of the outbox at most once, also with concurrent senders, and returns its row afterwards. A mail that
 * the server may have accepted is never sent again.
 * Throws "unavailable" if the mail server accepts no mail at all, and "conflict" if it refuses all mail of this site
 * (policy, reputation, login); the mail then stays in the outbox. Throws "not-found" if its reader's account was erased.
 */
export async function sendMail(
  product: Pick<Product, 'config'>,
  row: OutboxRecord,
  sending: SendContext,
): Promise<OutboxRecord> {
  const { settings, jobId, signal, log } = sending
  const { isOurs, ...claimed } = await claimOrWait(row._id, { jobId, signal, log })
  if (!isOurs) return reportMail(claimed, log, { isOurs })
  const report = async (known: OutboxRecord | null) => {
    const after = known ?? (await findMailAfter(row._id))
    if (after === null) throw erased()
    return reportMail(after, log, { isOurs: after.fence === claimed.fence })
  }
  const compose = () => composeMessage(toOutgoingMail(claimed, sending))
  let sent: OutboxRecord | null = null
  try {
    const suppressed = await findSuppressionOf(claimed.to)
    if (suppressed !== null) await markUnsent(claimed, { state: 'suppressed', error: suppressed.reason })
    else sent = await handOver(product, claimed, { settings, compose, signal })
  } catch (error) {
    // The job fails with this error; the outcome of the mail is still logged and counted.
    await report(null)
    throw error
  }
  return report(sent)
}

/**
 * Claims a mail. Returns its row with `isOurs: false` if there is nothing to send. While another worker has claimed it,
 * waits until that worker finishes or its lease expires.
 */
async function claimOrWait(
  id: string,
  { jobId, signal, log }: { jobId: string; signal: AbortSignal; log: Log },
): Promise<OutboxRecord & { isOurs: boolean }> {
  for (;;) {
    const claimed = await claim({ id, jobId })
    if (claimed !== null) return { ...claimed, isOurs: true }
    await markInterruptedMails(log)
    const row = await findMail(id)
    if (row.state !== 'claimed' && row.state !== 'handing-off') return { ...row, isOurs: false }
    await sleep(POLL_MS, undefined, { signal })
  }
}

const toOutgoingMail = (row: OutboxRecord, { settings, body, list }: SendContext): OutgoingMail => ({
  ...body,
  from: { name: settings.from_name, address: settings.from_address },
  to: row.to,
  ...(settings.reply_to !== undefined && { replyTo: settings.reply_to }),
  messageId: messageIdOf([row.user_id, row.kind, row.day], settings.from_address),
  ...(list && { list }),
})

const toRow = (row: OutboxRecord): OutboxRow => ({
  id: row._id,
  user_id: row.user_id,
  to: row.to,
  kind: row.kind,
  day: row.day,
  state: row.state,
  subject: row.subject,
  attempts: row.attempts,
  ...(row.error !== null && { error: row.error }),
  // A mail that an admin requested is retried by its job only, and not any more when that has ended.
  retry_at: row.kind === 'top-papers' ? null : (row.retry_at?.toISOString() ?? null),
  queued_at: row.queued_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})
