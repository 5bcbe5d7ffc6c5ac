import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, instantOf, now, weekday } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestAnnouncement, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findUsersWithMail, queueMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { changeUser, eachUser, findUser, type UserRecord } from '../../store/readers/users.ts'
import { findActiveMailSettings, type MailSettings } from './mailSettings.ts'
import { outcomeOf } from './mailReport.ts'
import { requireNoRefusal, sendMail, settleInterrupted } from './outbox.ts'
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
  await settleInterrupted(run.log)
  const settings = await findActiveMailSettings(product)
  const announcement = await findNewestAnnouncement()
  const reason = whyNoDigests(settings, announcement)
  if (settings === null || announcement === null || reason !== null) {
    run.log.info({ day: announcement?.day, reason }, 'no digests sent')
    await run.progress({ done: 0, unit: 'readers', step: `no digests sent: ${reason}` })
    return undefined
  }
  const { day } = announcement
  const served = await findUsersWithMail('digest', day)
  const left = { uncertain: 0, refused: 0, waiting: 0 }
  let done = 0
  for await (const user of eachUser()) {
    run.signal.throwIfAborted()
    if (!user.preferences.digest.enabled) continue
    const held = served.has(user._id) ? HANDLED : whyNotDue(user, day)
    if (held !== null) {
      noteSkipped(user, { day, ...held, run })
      continue
    }
    const mail = await sendDigest(product, user, { day, settings, run })
    const outcome = mail && outcomeOf(mail)
    if (outcome !== null) run.count(outcome === 'sent' ? 'mails' : outcome, 1)
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

/** Why a run sends no digest at all, or null. */
function whyNoDigests(settings: MailSettings | null, announcement: AnnouncementRecord | null): string | null {
  if (settings === null) return 'mail is not set up or paused'
  if (announcement === null) return 'there is no announcement yet'
  if (announcement.sample) return 'the library holds sample papers only'
  return announcement.complete ? null : `the announcement of ${announcement.day} is not complete`
}

/** Why a reader gets no digest now, and the counter of the job that says so. */
interface Held {
  reason: string
  counter?: 'skipped' | 'waiting'
}
const HANDLED: Held = { reason: 'a mail of the day was sent, is on its way or is tried again later' }

/**
 * Why the digest of `day` is not due now, or null. It is due when the reader's hour of that day has come, wherever they
 * are, and today is one of their days.
 */
function whyNotDue(user: UserRecord, day: string): Held | null {
  const { hour, time_zone, weekdays } = user.preferences.digest
  if (!user.email_verified) return { reason: 'the address is not verified', counter: 'skipped' }
  if (now() < instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone))
    return { reason: 'the hour of the reader has not come', counter: 'waiting' }
  const today = dayIn(time_zone, now())
  if (!weekdays.includes(weekday(today)))
    return { reason: 'the reader did not choose this weekday', counter: 'skipped' }
  return today > addDays(day, FRESH_DAYS) ? { reason: 'the announcement is too old', counter: 'skipped' } : null
}

/** What is handled or waits is met by every run, so its line is for debugging only. */
function noteSkipped(user: UserRecord, { run, day, reason, counter }: Held & { run: JobContext; day: string }): void {
  if (counter !== undefined) run.count(counter, 1)
  run.log[counter === 'skipped' ? 'info' : 'debug']({ user_id: user._id, day, reason }, 'digest skipped')
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
  const mail = await prepareDigest(product, user, { day, log: run.log })
  if (mail === null) {
    noteSkipped(user, { day, reason: 'it would be empty', counter: 'skipped', run })
    return null
  }
  const { body, list, papers } = mail
  const row = await queueMail({ user_id: user._id, kind: 'digest', day, to: user.email, subject: body.subject, papers })
  const { signal, log } = run
  return sendMail(product, row, { settings, body, ...(list && { list }), signal, log })
}
