import { addressMail, findDueWelcomes, findMailOf, type OutboxRecord } from '../../store/mail/outbox.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { isMailOn } from '../sending/mailSettings.ts'
import { ignoreErased, queueForReader, sendMail, withdrawMail } from '../sending/outbox.ts'
import { prepareAgain, prepareWelcome } from './prepareMails.ts'
import { sendSideBySide, takeTurn } from '../sending/sender.ts'
import { sendSingle } from './singleMail.ts'

export interface WelcomeInput {
  user_id: string
}

const WELCOME = { kind: 'welcome', day: 'welcome' } as const

/**
 * Queues the mail that says when the digest comes, unless the reader had it before. Call it when the digest was switched
 * on. Nothing is queued while mail is not set up, or for an address that is not verified.
 */
export async function requestWelcome(user: UserRecord): Promise<void> {
  if (!user.email_verified || !(await isMailOn())) return
  if ((await findMailOf({ user_id: user._id, ...WELCOME })) !== null) return
  const input: WelcomeInput = { user_id: user._id }
  await requestJob({
    kind: 'send-welcome',
    input: { ...input },
    dedupe_key: `welcome:${user._id}`,
    requested_by: user._id,
  })
}

/** Sends the welcome mail, unless the reader has switched the digest off again. Throws like `sendSingle`. */
export async function sendWelcome(
  product: Product,
  { user_id }: WelcomeInput,
  run: JobContext,
): Promise<PartialResult | undefined | void> {
  const user = await findUser(user_id)
  const mail = user && (await prepareWelcome(product, user))
  if (!mail) return run.log.info({ user_id, reason: 'the digest is off again' }, 'no welcome mail sent')
  const { subject } = mail.body
  const row = await queueForReader({ user_id, ...WELCOME, to: user.email, subject, papers: 0 })
  return sendSingle(product, { row, mail }, run)
}

/**
 * Sends the welcome mails that their own jobs could not: they were refused or not accepted, or mail was paused. Throws as
 * `sendMail`.
 */
export async function sendDueWelcomes(product: Product, run: JobContext): Promise<void> {
  if (!(await isMailOn())) return
  const { id: jobId, log } = run
  const sendOne = async (row: OutboxRecord, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const settings = await takeTurn(product, signal)
    const mail = await prepareAgain(product, row, log)
    if (mail === null) return withdrawMail(row._id, 'failed', { jobId, signal, log })
    const { body, list, to } = mail
    const sending = { settings, body, jobId, ...(list && { list }), signal, log }
    await sendMail(product, await addressMail(row, to), sending)
  }
  const send = async (row: OutboxRecord, signal: AbortSignal) => void (await sendOne(row, signal).catch(ignoreErased))
  await sendSideBySide(await findDueWelcomes(), send, run.signal)
}
