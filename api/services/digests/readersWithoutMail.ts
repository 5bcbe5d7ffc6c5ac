import type { ReadersWithoutMail } from '../../contract/admin.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { findJobs } from '../../store/jobs/jobLists.ts'
import { findUnsentDigests, findUnsentWelcomes, type UnsentDigest } from '../../store/mail/mailedDigests.ts'
import { countSuppressions, findSuppressionsOf } from '../../store/mail/suppressions.ts'
import { findUsersById } from '../../store/readers/users.ts'
import { outcomeOf } from '../sending/mailReport.ts'
import { getsMail } from './prepareMails.ts'

/** A welcome mail that was not sent is reported for a week: later the reader has digests. */
const WELCOME_SHOWN_MS = 7 * DAY_MS

/** What became of the newest digests, and of the welcome mails of the last week. */
export interface DigestReport {
  /** The newest day of which there is a digest; null before the first. */
  newest: string | null
  readers: ReadersWithoutMail
  /** Of the suppressed readers, those whose address was refused before their newest digest. */
  heldBackBefore: number
  /** What the mail server said to the newest digest that was not sent. */
  reason: string | null
  /** What it said to the newest welcome mail that was not sent. */
  welcomeReason: string | null
  suppressions: { count: number; newest: Date | null }
}

/**
 * Counts the readers whose newest digest was due and did not reach them, by cause: from the outbox, and from the newest
 * scheduled run for those it did not try. Readers who get no digest any more are not counted.
 */
export async function reportDigests(): Promise<DigestReport> {
  const [{ newest, unsent }, unsentWelcomes, waiting, suppressions] = await Promise.all([
    findUnsentDigests(),
    findUnsentWelcomes(new Date(now().getTime() - WELCOME_SHOWN_MS)),
    countWaiting(),
    countSuppressions(),
  ])
  const [missed, welcomes] = await Promise.all([leaveWanted(unsent), leaveWanted(unsentWelcomes)])
  const readers = { waiting, deferred: 0, refused: 0, uncertain: 0, suppressed: 0, welcome: welcomes.length }
  for (const mail of missed) {
    const outcome = outcomeOf(mail)
    if (outcome !== null && outcome !== 'sent') readers[outcome] += 1
  }
  return {
    newest,
    readers: { total: waiting + missed.length, ...readers },
    welcomeReason: welcomes[0]?.error ?? null,
    heldBackBefore: await countHeldBackBefore(missed),
    reason: missed.find(({ state }) => state !== 'suppressed')?.error ?? missed[0]?.error ?? null,
    suppressions,
  }
}

/** The mails whose readers still get such mails. */
async function leaveWanted(mails: readonly UnsentDigest[]): Promise<UnsentDigest[]> {
  const users = await findUsersById(mails.map(({ user_id }) => user_id))
  return mails.filter((_mail, index) => getsMail(users[index] ?? null, 'digest'))
}

/** The key of the runs of the digests. Jobs of this kind that send one mail again have others. */
const RUN_KEY = 'digest'

/** The due readers whom the newest run did not try: the mail server accepted no mail, or mail is paused. */
async function countWaiting(): Promise<number> {
  const { items } = await findJobs({ kind: 'digest', skip: 0, limit: 100 })
  const newest = items.find(({ open, dedupe_key }) => !open && dedupe_key === RUN_KEY)
  return newest?.counters['not_tried'] ?? 0
}

async function countHeldBackBefore(missed: readonly UnsentDigest[]): Promise<number> {
  const mails = missed.filter(({ state }) => state === 'suppressed')
  const held = await findSuppressionsOf(mails.map(({ to }) => to))
  return mails.filter(({ queued_at }, index) => {
    const since = held[index]?.since
    return since === undefined || since < queued_at
  }).length
}
