import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailOutcome } from '../../platform/metrics.ts'
import { findNewestAnnouncement, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findEndedMails, findMailsOfJob, giveUpDigestsBefore, queueMail } from '../../store/mail/outbox.ts'
import { changeUser, iterateUsers, findUser, type UserRecord } from '../../store/readers/users.ts'
import { FRESH_DAYS, whyNotDue, type SkipReason } from './digestDue.ts'
import { findActiveMailSettings, type MailSettings } from './mailSettings.ts'
import { outcomeOf, reportMail } from './mailReport.ts'
import { requireNoRefusal, sendMail, markInterruptedMails } from './outbox.ts'
import { prepareDigest } from './prepareMails.ts'
import type { Product } from '../product.ts'
import { sendSideBySide } from './sender.ts'
import { resendRow } from './topPapers.ts'

/** What happened to the digests of one run: the outcomes of the due ones, and retries that ended. */
interface Outcomes extends Record<MailOutcome, number> {
  given_up: number
}

/**
 * Sends the digest of the newest announcement to every reader whose digest hour has passed: at most one per reader and
 * day, also after a crash. A reader whose archives are not complete waits for a later run.
 * The job counts the digests that were due and the outcome of each, also those of an attempt that was interrupted, and
 * is partial when a due digest was not sent.
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
  const announcement = await findNewestAnnouncement()
  if (announcement === null) return endWithout('there is no announcement yet', run)
  if (announcement.sample) return endWithout('the library contains only sample papers', run)
  const givenUp = await giveUpOldDigests(announcement, run)
  const ended = await findEndedMails('digest', announcement.day)
  const dueIds = await findDueReaders(announcement, { ended, run })
  const endedHere = [...ended.values()].filter((jobId) => jobId === run.id).length
  run.count('due', dueIds.length + endedHere)
  const settings = await findActiveMailSettings(product)
  if (settings === null) {
    const reason = 'mail is not set up or paused'
    await endWithout(reason, run)
    return dueIds.length > 0 ? { partial: `No digests were sent: ${reason}. Due: ${dueIds.length}.` } : undefined
  }
  let outcomes: Outcomes
  try {
    await sendAll(product, dueIds, { day: announcement.day, settings, run })
  } finally {
    outcomes = await countOutcomes(run, givenUp)
  }
  if (outcomes.deferred > 0) await requireNoRefusal()
  return describeMissed(outcomes)
}

async function endWithout(reason: string, run: JobContext): Promise<undefined> {
  run.log.info({ reason }, 'no digests sent')
  await run.progress({ done: 0, unit: 'readers', step: `no digests sent: ${reason}` })
}

/** Ends the retries of digests that are older than the newest one or than `FRESH_DAYS`. Returns their number. */
async function giveUpOldDigests({ day }: AnnouncementRecord, { log }: JobContext): Promise<number> {
  const oldest = addDays(dayIn('UTC', now()), -FRESH_DAYS - 1)
  const rows = await giveUpDigestsBefore(day > oldest ? day : oldest)
  for (const row of rows) reportMail(row, log)
  return rows.length
}

/** Returns the ids of the readers whose digest is due. Counts and logs why it is not for the others. */
async function findDueReaders(
  announcement: AnnouncementRecord,
  { ended, run }: { ended: ReadonlyMap<string, unknown>; run: JobContext },
): Promise<string[]> {
  const { day } = announcement
  const ids: string[] = []
  for await (const user of iterateUsers()) {
    if (!user.preferences.digest.enabled || ended.has(user._id)) continue
    const skip = whyNotDue(user, announcement)
    if (skip === null) ids.push(user._id)
    else recordSkip(user, { day, ...skip, run })
  }
  return ids
}

/** Counts and logs a skipped reader, at debug level if the digest is only not due yet. */
function recordSkip(
  user: UserRecord,
  { run, day, reason, counter }: SkipReason & { run: JobContext; day: string },
): void {
  run.count(counter, 1)
  run.log[counter.startsWith('waiting') ? 'debug' : 'info']({ user_id: user._id, day, reason }, 'digest skipped')
}

interface Sending {
  day: string
  settings: MailSettings
  run: JobContext
}

async function sendAll(product: Product, ids: readonly string[], sending: Sending): Promise<void> {
  const { day, run } = sending
  let done = 0
  await sendSideBySide(ids, async (id) => {
    run.signal.throwIfAborted()
    // Read again: the reader may have unsubscribed since the run began.
    const user = await findUser(id)
    if (user?.preferences.digest.enabled && !user.disabled) await sendDigest(product, user, sending)
    else run.count('unsubscribed', 1)
    done += 1
    await run.progress({ done, total: ids.length, unit: 'readers', step: `digests of ${day}` })
  })
}

/** Counts the outcomes of this job's mails, from the outbox: also those of an attempt that another worker made. */
async function countOutcomes(run: JobContext, givenUp: number): Promise<Outcomes> {
  const outcomes: Outcomes = { sent: 0, deferred: 0, refused: 0, suppressed: 0, uncertain: 0, given_up: givenUp }
  for (const mail of await findMailsOfJob(run.id)) {
    const outcome = outcomeOf(mail)
    if (outcome !== null) outcomes[outcome] += 1
  }
  for (const [name, count] of Object.entries(outcomes)) run.count(name, count)
  return outcomes
}

const MISSED: Record<Exclude<keyof Outcomes, 'sent'>, string> = {
  deferred: 'not accepted now, will be tried again',
  refused: 'refused by the mail server, not tried again',
  suppressed: 'to addresses that the mail server refuses',
  uncertain: 'perhaps sent',
  given_up: 'of earlier days, not sent before the next digest',
}

function describeMissed(outcomes: Outcomes): PartialResult | undefined {
  const parts = (Object.keys(MISSED) as (keyof typeof MISSED)[]).flatMap((name) =>
    outcomes[name] > 0 ? [`${outcomes[name]} ${MISSED[name]}`] : [],
  )
  return parts.length > 0 ? { partial: `Digests: ${parts.join('; ')}. The outbox lists them.` } : undefined
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

/** Sends a reader's digest, unless it would be empty and the reader wants no empty ones. */
async function sendDigest(product: Product, user: UserRecord, { day, settings, run }: Sending): Promise<void> {
  const { signal, log, id: jobId } = run
  const mail = await prepareDigest(product, user, { day, log })
  if (mail === null) return recordSkip(user, { day, reason: 'the digest would be empty', counter: 'empty', run })
  const { body, list, papers } = mail
  const row = await queueMail({ user_id: user._id, kind: 'digest', day, to: user.email, subject: body.subject, papers })
  await sendMail(product, row, { settings, body, jobId, ...(list && { list }), signal, log })
}
