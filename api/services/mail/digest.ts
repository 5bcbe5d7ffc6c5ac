import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, instantOf, now, weekday } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import { findUsersWithMail, queueMail, expireHandOffs, type OutboxRecord } from '../../store/mail/outbox.ts'
import { changeUser, eachUser, findUser, type UserRecord } from '../../store/readers/users.ts'
import { findActiveMailSettings, type MailSettings } from './mailSettings.ts'
import { requireNoRefusal, sendMail } from './outbox.ts'
import { prepareDigest } from './prepareMails.ts'
import type { Product } from '../product.ts'
import { resendRow } from './topPapers.ts'

/** An announcement older than that is no news any more: nobody is mailed it late. */
const FRESH_DAYS = 3

/**
 * Sends the digest of the newest announcement to the readers whose hour has come, one to each reader and day, whatever
 * happens in between. A batch that is not complete yet is left for a later run. Throws "unavailable" when the mail
 * server takes no mail, and "conflict" when it refuses mail of this site; what was not sent waits.
 */
export async function sendDigests(
  product: Product,
  input: { outbox_id?: string },
  run: JobContext,
): Promise<PartialResult | undefined> {
  if (input.outbox_id !== undefined) return resendRow(product, input.outbox_id, run)
  await expireHandOffs()
  const settings = await findActiveMailSettings(product)
  const announcement = await findNewestAnnouncement()
  if (settings === null || announcement === null || !announcement.complete || announcement.sample) return undefined
  const { day } = announcement
  const served = await findUsersWithMail('digest', day)
  const left = { uncertain: 0, refused: 0, waiting: 0 }
  let done = 0
  for await (const user of eachUser()) {
    run.signal.throwIfAborted()
    if (served.has(user._id) || !isDue(user, day)) continue
    const mail = await sendDigest(product, user, { day, settings, run })
    if (mail?.state === 'sent') run.count('mails', 1)
    if (mail?.state === 'uncertain') left.uncertain += 1
    if (mail?.state === 'failed') left[mail.retry_at === null ? 'refused' : 'waiting'] += 1
    done += 1
    await run.progress({ done, unit: 'readers', step: `digests of ${day}` })
  }
  if (left.waiting > 0) await requireNoRefusal()
  return describeLeft(left)
}

function describeLeft({ uncertain, refused }: { uncertain: number; refused: number }): PartialResult | undefined {
  const sentences = [
    ...(uncertain > 0 ? [`Perhaps sent: ${uncertain}.`] : []),
    ...(refused > 0 ? [`Refused by the mail server, and not tried again: ${refused}.`] : []),
  ]
  return sentences.length > 0 ? { partial: `${sentences.join(' ')} The outbox names these mails.` } : undefined
}

/**
 * Whether the digest of `day` should be with its reader by now: their hour of that day has come, wherever they are, and
 * today is one of their days.
 */
export function isDue(user: UserRecord, day: string): boolean {
  const { enabled, hour, time_zone, weekdays } = user.preferences.digest
  if (!enabled || !user.email_verified) return false
  const today = dayIn(time_zone, now())
  if (!weekdays.includes(weekday(today)) || today > addDays(day, FRESH_DAYS)) return false
  return now() >= instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone)
}

/** Ends the digests of whom the link was made for. Throws "not-found" for a link that is not valid. */
export async function unsubscribe(product: Product, token: string): Promise<void> {
  const user = await findSubscriber(product, token)
  await changeUser(user._id, { preferences: { digest: { enabled: false } } })
}

/** Whose digests the link would end. Throws "not-found" for a link that is not valid. */
export async function findSubscriber({ tokens }: Product, token: string): Promise<UserRecord> {
  const { subject } = await tokens.verify('unsubscribe', token).catch((cause: unknown) => {
    throw new AppError('not-found', 'This link is not valid any more.', { cause })
  })
  const user = await findUser(subject)
  if (user === null) throw new AppError('not-found', 'This link is not valid any more.')
  return user
}

/** The mail as it stands then; null when there is nothing to send. */
async function sendDigest(
  product: Product,
  user: UserRecord,
  { day, settings, run }: { day: string; settings: MailSettings; run: JobContext },
): Promise<OutboxRecord | null> {
  const mail = await prepareDigest(product, user, day)
  if (mail === null) return null
  const { body, list, papers } = mail
  const row = await queueMail({ user_id: user._id, kind: 'digest', day, to: user.email, subject: body.subject, papers })
  const { signal } = run
  return sendMail(product, row, { settings, body, ...(list && { list }), signal })
}
