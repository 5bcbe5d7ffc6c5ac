import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import type { OutboxRow, OutboxState } from '../../contract/mail.ts'
import { messageIdOf } from '../../mail/headers.ts'
import { composeMessage, type OutgoingMail, type MailBody } from '../../mail/message.ts'
import { connect, findRefusal, sendMessage, type SendResult } from '../../mail/transport.ts'
import { AppError } from '../../platform/errors.ts'
import { log as processLog, type Log } from '../../platform/log.ts'
import { clearMailRefusals, findMailRefusal, recordMailRefusal } from '../../store/mail/mailRefusals.ts'
import { takeMailSlot } from '../../store/mail/mailRate.ts'
import {
  markHandingOff,
  claimMail,
  markSent,
  markUnsent,
  findMail,
  findMails,
  reopenMail,
  expireHandOffs,
  type OutboxRecord,
} from '../../store/mail/outbox.ts'
import { addSuppression, findSuppression, removeSuppression } from '../../store/mail/suppressions.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { startJob } from '../jobs/jobs.ts'
import { reportMail } from './mailReport.ts'
import type { MailSettings } from './mailSettings.ts'
import type { Product } from '../product.ts'

/** Longer than any connecting or handing over takes: see the limits of `mail/transport.ts`. */
const LEASE_MS = 60_000
const LOOK_AGAIN_MS = 500
const RETRY_MS = 15 * 60_000
const RETRY_MAX_MS = 24 * 3_600_000
/** So many refusals of this site in a row mean that the mail server takes none of its mail. */
const REFUSALS_MAX = 3

/** The outbox, newest first. */
export async function listOutbox(query: {
  skip?: number
  limit?: number
  state?: OutboxState
}): Promise<List<OutboxRow>> {
  await settleInterrupted()
  const { skip = 0, limit = 20, state } = query
  const { items, total } = await findMails({ skip, limit, ...(state && { state }) })
  return { items: items.map(toRow), total, skip, limit }
}

/** Ends as uncertain the mails whose sender ended while it handed them over: they may have left. */
export async function settleInterrupted(log: Log = processLog): Promise<void> {
  for (const row of await expireHandOffs()) reportMail(row, log)
}

/** Queues a job that sends a mail once more that ended unsent or uncertain. Throws "not-found", "conflict". */
export async function resendMail(admin: UserRecord, id: string): Promise<Job> {
  await settleInterrupted()
  const row = await reopenMail(id)
  await removeSuppression(row.to)
  await recordAdminAction(admin, { action: 'mail-resent', target: id, details: `Sent “${row.subject}” once more.` })
  const kind = row.kind === 'digest' ? 'digest' : 'send-top-papers'
  return startJob({ kind, input: { outbox_id: id }, dedupe_key: `outbox:${id}`, requested_by: admin._id })
}

/** What a mail needs to leave, beside its row. */
export interface Sending {
  settings: MailSettings
  body: MailBody
  list?: OutgoingMail['list']
  signal: AbortSignal
  log: Log
}

/**
 * Sends a mail of the outbox at most once, however many try at the same time, and answers how it stands then. What may
 * have left is never sent again. Throws "unavailable" when the mail server takes no mail at all, and "conflict" when it
 * refuses all mail of this site: policy, reputation, login. The mail waits then.
 */
export async function sendMail(product: Product, row: OutboxRecord, sending: Sending): Promise<OutboxRecord> {
  const { settings, signal, log } = sending
  const message = await composeMessage(toLetter(row, sending))
  await waitForSlot(settings.max_per_minute, signal)
  const { isOurs, ...claim } = await takeMail(row._id, { signal, log })
  if (!isOurs) return reportMail(claim, log, { isOurs })
  const report = async () => {
    const after = await findMail(row._id)
    return reportMail(after, log, { isOurs: after.fence === claim.fence })
  }
  try {
    const suppressed = await findSuppression(row.to)
    if (suppressed !== null) await markUnsent(claim, { state: 'suppressed', error: suppressed })
    else await handOverClaimed(product, claim, { settings, message })
  } catch (error) {
    // The job ends with this failure; the outcome of this mail is logged and counted all the same.
    await report()
    throw error
  }
  return report()
}

async function handOverClaimed(
  { config }: Product,
  claim: OutboxRecord,
  { settings, message }: { settings: MailSettings; message: Awaited<ReturnType<typeof composeMessage>> },
): Promise<void> {
  const connection = await connect(settings, { allowPrivate: config.smtpAllowPrivate }).catch(async (cause: Error) => {
    await markUnsent(claim, { state: 'queued', error: cause.message })
    const refusal = findRefusal(cause)
    if (refusal !== null) await noteRefusal(refusal)
    throw cause
  })
  // From here until the answer is noted, nobody may take it for unsent.
  if (!(await markHandingOff(claim, LEASE_MS))) return connection.close()
  await note(claim, await sendMessage(connection, message))
}

async function note(claim: OutboxRecord, handed: SendResult): Promise<void> {
  if (handed.outcome === 'taken') {
    await markSent(claim, handed.receipt)
    return clearMailRefusals()
  }
  const error = handed.reason
  if (handed.outcome === 'uncertain') return markUnsent(claim, { state: 'uncertain', error })
  if (handed.outcome === 'later') return markUnsent(claim, { state: 'failed', error, retryMs: retryPause(claim) })
  if (handed.cause === 'address') {
    await addSuppression(claim.to, error)
    return markUnsent(claim, { state: 'suppressed', error })
  }
  if (handed.cause === 'message') return markUnsent(claim, { state: 'failed', error })
  // A mail by hand is for its admin to send once more, when the server takes mail again.
  await markUnsent(claim, { state: 'failed', error, retryMs: claim.kind === 'digest' ? retryPause(claim) : null })
  await noteRefusal(error)
}

/** The job of a mail by hand has its own pauses. */
const retryPause = ({ kind, attempts }: OutboxRecord) =>
  kind === 'digest' ? Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (attempts - 1)) : 0

/** Counts a refusal of this site. Throws "conflict" when there were too many in a row. */
async function noteRefusal(reason: string): Promise<void> {
  const { count } = await recordMailRefusal(reason)
  if (count >= REFUSALS_MAX) throw refused(reason)
}

/** Throws "conflict" when the mail server's last answer was to refuse mail of this site. */
export async function requireNoRefusal(): Promise<void> {
  const refusal = await findMailRefusal()
  if (refusal !== null) throw refused(refusal.reason)
}

const refused = (reason: string) => new AppError('conflict', `The mail server refuses mail of this site: ${reason}`)

/**
 * The claim on a mail, or how it stands when there is nothing to send. While another worker has it, waits until that
 * one is done or was not heard of for the length of its lease.
 */
async function takeMail(
  id: string,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<OutboxRecord & { isOurs: boolean }> {
  for (;;) {
    const claim = await claimMail(id, LEASE_MS)
    if (claim !== null) return { ...claim, isOurs: true }
    await settleInterrupted(log)
    const row = await findMail(id)
    if (row.state !== 'claimed' && row.state !== 'handing-off') return { ...row, isOurs: false }
    await sleep(LOOK_AGAIN_MS, undefined, { signal })
  }
}

async function waitForSlot(perMinute: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const waitMs = await takeMailSlot(perMinute)
    if (waitMs === 0) return
    await sleep(waitMs, undefined, { signal })
  }
}

const toLetter = (row: OutboxRecord, { settings, body, list }: Sending): OutgoingMail => ({
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
  queued_at: row.queued_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})
