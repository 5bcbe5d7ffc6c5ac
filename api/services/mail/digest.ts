import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, instantOf, now, weekday } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestAnnouncement, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findUsersWithMail, queueMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { changeUser, iterateUsers, findUser, type UserRecord } from '../../store/readers/users.ts'
import { findActiveMailSettings, type MailSettings } from './mailSettings.ts'
import { outcomeOf } from './mailReport.ts'
import { requireNoRefusal, sendMail, markInterruptedMails } from './outbox.ts'
import { prepareDigest } from './prepareMails.ts'
import { isDeliverable } from '../delivery/deliverable.ts'
import type { Product } from '../product.ts'
import { resendRow } from './topPapers.ts'

/** No digest is sent for an announcement that is older than this. */
const FRESH_DAYS = 3

/**
 * Sends the digest of the newest announcement to every reader whose digest hour has passed: at most one per reader and
 * day, also after a crash. A reader whose archives are not complete waits for a later run.
 * Throws "unavailable" if the mail server accepts no mail, and "conflict" if it refuses all mail of this site. Unsent
 * mails stay in the outbox.
 */
export async function sendDigests(
  product: Product,
  input: { outbox_id?: string },
  run: JobContext,
): Promise<PartialResult | undefined> {
  if (input.outbox_id !== undefined) return resendRow(product, input.outbox_id, run)
  await markInterruptedMails(run.log)
  const settings = await findActiveMailSettings(product)
  const announcement = await findNewestAnnouncement()
  const reason = whyNoDigests(settings, announcement)
  if (settings === null || announcement === null || reason !== null) {
    run.log.info({ day: announcement?.day, reason }, 'no digests sent')
    await run.progress({ done: 0, unit: 'readers', step: `no digests sent: ${reason}` })
    return undefined
  }
  const { day } = announcement
  const handledUserIds = await findUsersWithMail('digest', day)
  const unsent = { uncertain: 0, refused: 0, waiting: 0 }
  let done = 0
  for await (const user of iterateUsers()) {
    run.signal.throwIfAborted()
    if (!user.preferences.digest.enabled) continue
    const skip = handledUserIds.has(user._id) ? ALREADY_HANDLED : whyNotDue(user, announcement)
    if (skip !== null) {
      recordSkip(user, { day, ...skip, run })
      continue
    }
    const mail = await sendDigest(product, user, { day, settings, run })
    const outcome = mail && outcomeOf(mail)
    if (outcome !== null) run.count(outcome === 'sent' ? 'mails' : outcome, 1)
    if (mail?.state === 'uncertain') unsent.uncertain += 1
    if (mail?.state === 'failed') unsent[mail.retry_at === null ? 'refused' : 'waiting'] += 1
    done += 1
    await run.progress({ done, unit: 'readers', step: `digests of ${day}` })
  }
  if (unsent.waiting > 0) await requireNoRefusal()
  return describeUnsent(unsent)
}

function describeUnsent({ uncertain, refused }: { uncertain: number; refused: number }): PartialResult | undefined {
  const sentences = [
    ...(uncertain > 0 ? [`Perhaps sent: ${uncertain}.`] : []),
    ...(refused > 0 ? [`Refused by the mail server, and not tried again: ${refused}.`] : []),
  ]
  return sentences.length > 0 ? { partial: `${sentences.join(' ')} The outbox lists these mails.` } : undefined
}

/** Returns why this run sends no digests at all, or null. */
function whyNoDigests(settings: MailSettings | null, announcement: AnnouncementRecord | null): string | null {
  if (settings === null) return 'mail is not set up or paused'
  if (announcement === null) return 'there is no announcement yet'
  return announcement.sample ? 'the library contains only sample papers' : null
}

/** Why a reader gets no digest now, and the job counter to increase. */
interface SkipReason {
  reason: string
  counter?: 'skipped' | 'waiting'
}
const ALREADY_HANDLED: SkipReason = { reason: 'a digest for this day was sent, is being sent or will be retried' }

/**
 * Returns why the digest of `day` is not due now, or null if it is due. It is due from the reader's digest hour of
 * `day` on, if today is one of the weekdays the reader chose. Both use the reader's time zone.
 */
function whyNotDue(user: UserRecord, announcement: AnnouncementRecord): SkipReason | null {
  const { day } = announcement
  const { hour, time_zone, weekdays } = user.preferences.digest
  if (!user.email_verified) return { reason: 'the address is not verified', counter: 'skipped' }
  if (now() < instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone))
    return { reason: 'the digest hour of the reader has not been reached', counter: 'waiting' }
  if (user.category_ids.length > 0 && !isDeliverable(user.category_ids, [announcement]))
    return { reason: 'the announcement is not complete', counter: 'waiting' }
  const today = dayIn(time_zone, now())
  if (!weekdays.includes(weekday(today)))
    return { reason: 'the reader did not choose this weekday', counter: 'skipped' }
  return today > addDays(day, FRESH_DAYS) ? { reason: 'the announcement is too old', counter: 'skipped' } : null
}

/** Counts and logs a skipped reader, at debug level if the digest was handled or is not due yet. */
function recordSkip(
  user: UserRecord,
  { run, day, reason, counter }: SkipReason & { run: JobContext; day: string },
): void {
  if (counter !== undefined) run.count(counter, 1)
  run.log[counter === 'skipped' ? 'info' : 'debug']({ user_id: user._id, day, reason }, 'digest skipped')
}

/** Switches off the digest of the token's user. Throws "not-found" for an invalid or expired token. */
export async function unsubscribe(product: Product, token: string): Promise<void> {
  const user = await findSubscriber(product, token)
  await changeUser(user._id, { preferences: { digest: { enabled: false } } })
}

/** Returns the user of an unsubscribe token. Throws "not-found" for an invalid or expired token. */
export async function findSubscriber({ tokens }: Product, token: string): Promise<UserRecord> {
  const { subject } = await tokens.verify('unsubscribe', token).catch((cause: unknown) => {
    throw new AppError('not-found', 'This link is not valid any more.', { cause })
  })
  const user = await findUser(subject)
  if (user === null) throw new AppError('not-found', 'This link is not valid any more.')
  return user
}

/** Sends a reader's digest. Returns its outbox row after the attempt, or null if the digest would be empty. */
async function sendDigest(
  product: Product,
  user: UserRecord,
  { day, settings, run }: { day: string; settings: MailSettings; run: JobContext },
): Promise<OutboxRecord | null> {
  const mail = await prepareDigest(product, user, { day, log: run.log })
  if (mail === null) {
    recordSkip(user, { day, reason: 'the digest would be empty', counter: 'skipped', run })
    return null
  }
  const { body, list, papers } = mail
  const row = await queueMail({ user_id: user._id, kind: 'digest', day, to: user.email, subject: body.subject, papers })
  const { signal, log } = run
  return sendMail(product, row, { settings, body, ...(list && { list }), signal, log })
}
