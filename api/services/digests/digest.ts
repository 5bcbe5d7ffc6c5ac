import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { MailOutcome } from '../../platform/metrics.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import { findEndedMails, findJobsOfDigests, giveUpDigestsBefore } from '../../store/mail/outbox.ts'
import { iterateUsers, type UserRecord } from '../../store/readers/users.ts'
import type { DueDigest, SkipReason } from './digestDue.ts'
import { sendDueEreaderDays } from './ereaderDays.ts'
import { createDigestReads, type DigestReads } from './digestReads.ts'
import { findDigestOf, readDigestFacts } from './findDigest.ts'
import { isMailOn, isMailToSink } from '../sending/mailSettings.ts'
import { reportMail } from '../sending/mailReport.ts'
import { ignoreErased, markInterruptedMails, queueForReader, sendMail } from '../sending/outbox.ts'
import { countOutcomes, describeOutcomes, MISSED } from '../sending/mailOutcomes.ts'
import { getsMail, prepareDigest } from './prepareMails.ts'
import type { Product } from '../product.ts'
import { sendSideBySide, takeTurn } from '../sending/sender.ts'
import { sendDueReviews } from './reviews.ts'
import { resendRow } from './singleMail.ts'
import { requireAcceptance } from '../sending/unsent.ts'
import { sendDueWelcomes } from './welcome.ts'

/** What happened to the digests of one run: the outcomes of the due ones, and retries that ended. */
interface Outcomes extends Record<MailOutcome, number> {
  given_up: number
}

/** A digest that is due, and its reader. */
type DueReader = DueDigest & { user_id: string }

/** The time zones in which a day begins first and last. */
const [FIRST_ZONE, LAST_ZONE] = ['Pacific/Kiritimati', 'Etc/GMT+12']

/**
 * Sends to every reader the digest of their local day when it is due (`findDueDigest`): at most one per reader and day,
 * also after a crash. The job counts the digests that were due and the outcome of each, also those of an attempt that
 * was interrupted, and is partial when a due digest was not sent. Then it sends the weekly reviews that are due, and the
 * welcome mails that are to be retried.
 * Throws "unavailable" if the mail server accepts no mail, and "conflict" if it refuses all mail of this site or gives no
 * replies. Unsent mails stay in the outbox.
 */
export async function sendDigests(
  product: Product,
  input: { outbox_id?: string },
  run: JobContext,
): Promise<PartialResult | undefined> {
  if (input.outbox_id !== undefined) return resendRow(product, input.outbox_id, run)
  await markInterruptedMails(run.log)
  const ends = [
    await sendDueDigests(product, run),
    await sendDueReviews(product, run),
    await sendDueEreaderDays(product, run),
  ]
  await sendDueWelcomes(product, run)
  const missed = ends.flatMap((end) => end?.partial ?? [])
  return missed.length > 0 ? { partial: missed.join(' ') } : undefined
}

async function sendDueDigests(product: Product, run: JobContext): Promise<PartialResult | undefined> {
  const newest = await findNewestAnnouncement()
  if (newest === null) return endWithout('there is no announcement yet', run)
  if (newest.sample && !(await isMailToSink(product))) return endWithout('the library contains only sample papers', run)
  // The local days of all readers at this moment.
  const [from, until] = [dayIn(LAST_ZONE, now()), dayIn(FIRST_ZONE, now())]
  const givenUp = await giveUpOldDigests(from, run)
  const ended = new Map<string, Map<string, string | null>>()
  for (let day = from; day <= until; day = addDays(day, 1)) ended.set(day, await findEndedMails('digest', day))
  const due = await findDueReaders({ from, ended, run })
  const endedHere = [...ended.values()].flatMap((jobs) => [...jobs.values()]).filter((id) => id === run.id).length
  run.count('due', due.length + endedHere)
  if (!(await isMailOn())) {
    const reason = 'mail is not set up or paused'
    await endWithout(reason, run)
    await countUntried(due, run)
    return due.length > 0 ? { partial: `No digests were sent: ${reason}. Due: ${due.length}.` } : undefined
  }
  let outcomes: Outcomes
  let isPaused = false
  const untried = new Set(due)
  try {
    await sendAll(product, untried, run)
  } catch (error) {
    isPaused = !run.signal.aborted && !(await isMailOn())
    if (!isPaused) throw error
  } finally {
    run.count('given_up', givenUp)
    outcomes = { ...(await countOutcomes(run, ['digest'])), given_up: givenUp }
    await countUntried([...untried], run)
  }
  if (outcomes.deferred > 0 && !isPaused) await requireAcceptance()
  return describeMissed(outcomes, isPaused)
}

async function endWithout(reason: string, run: JobContext): Promise<undefined> {
  run.log.info({ reason }, 'no digests sent')
  await run.progress({ done: 0, unit: 'readers', step: `no digests sent: ${reason}` })
}

/** Ends the retries of the digests of days that have ended in all time zones. Returns their number. */
async function giveUpOldDigests(from: string, { log }: JobContext): Promise<number> {
  const rows = await giveUpDigestsBefore(from)
  for (const row of rows) reportMail(row, log)
  return rows.length
}

/** Returns the digests that are due. Counts and logs why there is none for the other readers. */
async function findDueReaders({
  from,
  ended,
  run,
}: {
  from: string
  ended: ReadonlyMap<string, ReadonlyMap<string, unknown>>
  run: JobContext
}): Promise<DueReader[]> {
  const facts = await readDigestFacts(from)
  const reads = createDigestReads()
  const due: DueReader[] = []
  for await (const user of iterateUsers()) {
    if (!user.preferences.digest.enabled) continue
    const day = dayIn(user.preferences.digest.time_zone, now())
    if (ended.get(day)?.has(user._id)) continue
    const digest = await findDigestOf(user, { facts, log: run.log, reads })
    if ('day' in digest) due.push({ user_id: user._id, ...digest })
    else recordSkip(user, { day, ...digest, run })
  }
  return due.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * A place in the run that differs from day to day: readers who joined together are apart, so that the addresses of those
 * who also left together are not refused in a row, which would stop the run.
 */
const placeOf = ({ user_id, day }: DueReader) => Bun.hash.crc32(`${day} ${user_id}`)

/** Counts and logs a skipped reader, at debug level if the digest is only not due yet. */
function recordSkip(
  user: UserRecord,
  { run, day, reason, counter }: SkipReason & { run: JobContext; day: string },
): void {
  run.count(counter, 1)
  run.log[counter.startsWith('waiting') ? 'debug' : 'info']({ user_id: user._id, day, reason }, 'digest skipped')
}

/** Sends the digests, and removes those that were tried from the set. */
async function sendAll(product: Product, untried: Set<DueReader>, run: JobContext): Promise<void> {
  const due = [...untried]
  const reads = createDigestReads()
  let done = 0
  const sendOne = async (digest: DueReader, signal: AbortSignal) => {
    signal.throwIfAborted()
    // Read again: the reader may have unsubscribed since the run began.
    const user = await reads.user(digest.user_id)
    if (getsMail(user, 'digest')) await sendDigest(product, user, { digest, run, signal, reads }).catch(ignoreErased)
    else run.count('unsubscribed', 1)
    untried.delete(digest)
    done += 1
    await run.progress({ done, total: due.length, unit: 'readers', step: `digests of ${digest.day}` })
  }
  await sendSideBySide(due, sendOne, run.signal)
}

/**
 * Counts the due readers that the run did not come to before it was stopped: those of whom the outbox has no digest, and
 * those whose digest an earlier run tried.
 */
async function countUntried(untried: readonly DueReader[], run: JobContext): Promise<void> {
  const jobs = await findJobsOfDigests(untried)
  run.count('not_tried', untried.length - jobs.length)
  run.count('still_deferred', jobs.filter((id) => id !== run.id).length)
}

const MISSED_DIGESTS: Record<Exclude<keyof Outcomes, 'sent'>, string> = {
  ...MISSED,
  given_up: 'of earlier days, not sent before the next digest',
}

function describeMissed(outcomes: Outcomes, isPaused: boolean): PartialResult | undefined {
  const missed = describeOutcomes(outcomes, MISSED_DIGESTS)
  const sentences = [
    ...(isPaused ? ['Mail was paused during the run: the other digests are due when it goes on.'] : []),
    ...(missed === '' ? [] : [`Digests: ${missed}. The outbox lists them.`]),
  ]
  return sentences.length > 0 ? { partial: sentences.join(' ') } : undefined
}

/** Sends a reader's digest, unless it would be empty and the reader wants no empty ones. */
async function sendDigest(
  product: Product,
  user: UserRecord,
  { digest, run, signal, reads }: { digest: DueReader; run: JobContext; signal: AbortSignal; reads: DigestReads },
): Promise<void> {
  const { log, id: jobId } = run
  const { day, announced_on } = digest
  const mail = await prepareDigest(product, user, { day, announced_on, log, reads })
  if (mail === null) return recordSkip(user, { day, reason: 'the digest would be empty', counter: 'empty', run })
  const { body, list, papers } = mail
  const settings = await takeTurn(product, signal)
  // Read again: the reader may have unsubscribed, or changed the address, while the mail waited for its turn.
  const reader = await reads.user(user._id)
  if (!getsMail(reader, 'digest')) return run.count('unsubscribed', 1)
  const row = await queueForReader(
    {
      user_id: user._id,
      kind: 'digest',
      day,
      announced_on,
      to: reader.email,
      subject: body.subject,
      papers,
    },
    reads.user,
  )
  await sendMail(product, row, { settings, body, jobId, ...(list && { list }), signal, log })
}
