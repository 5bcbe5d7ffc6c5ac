import { TARGET_SENDS } from '../../contract/limits.ts'
import type { MailStatus } from '../../contract/mail.ts'
import { dayIn, now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { findNewestMail } from '../../store/mail/mailedDigests.ts'
import { findSuppression, removeSuppressions } from '../../store/mail/suppressions.ts'
import { findEreader, isReceiving } from '../../store/mail/ereaders.ts'
import { findTargets } from '../../store/mail/targets.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { SkipReason } from './digestDue.ts'
import { createDigestReads } from './digestReads.ts'
import { findDigestOf, readDigestFacts } from './findDigest.ts'
import { newestWeek, nextWeek, reviewDueAt } from '../review/weeks.ts'
import { isMailOn } from '../sending/mailSettings.ts'
import { gatherDigest } from './gatherDigest.ts'
import { hasReviewSince } from './reviews.ts'

/** The reasons that name the reader, as they are said to that reader. */
const reasonsForReader: Partial<Record<SkipReason['counter'], string>> = {
  waiting_for_hour: 'the hour of your digest has not been reached',
  other_weekday: 'you did not choose this weekday',
}

type DigestStatus = NonNullable<MailStatus['digest']>

/** Returns whether mail is sent to the reader, what became of the newest digest, and why there is none today. */
export async function getMailStatus(user: UserRecord, log: Log): Promise<MailStatus> {
  const [suppression, targets, ereader] = await Promise.all([
    findSuppression(user.email),
    findTargets(user._id),
    findEreader(user._id),
  ])
  const { enabled } = user.preferences.digest
  return {
    returned: suppression && {
      cause: suppression.cause,
      reason: suppression.reason,
      since: suppression.since.toISOString(),
    },
    digest: enabled ? await findDigest(user, log) : null,
    review: await findReview(user),
    targets:
      targets.filter(({ on, sends }) => on && TARGET_SENDS.some((name) => name !== 'alarms' && sends[name])).length +
      (isReceiving(ereader) ? 1 : 0),
    unsubscribed_at: enabled ? null : (user.unsubscribed_at?.toISOString() ?? null),
  }
}

/** Lets mail be sent to the reader's address again, from the next digest on. */
export async function resumeMail(user: UserRecord, log: Log): Promise<MailStatus> {
  await removeSuppressions({ addresses: [user.email] })
  return getMailStatus(user, log)
}

async function findDigest(user: UserRecord, log: Log): Promise<DigestStatus | null> {
  const announcement = await findNewestAnnouncement()
  if (announcement === null || announcement.sample) return null
  const today = dayIn(user.preferences.digest.time_zone, now())
  const mail = await findNewestMail(user._id, { kind: 'digest', until: today })
  const absence = mail?.day === today ? null : await explainAbsence(user, { today, log })
  if (mail === null) return { day: today, state: null, reason: absence, sent_at: null, retry_at: null, absence: null }
  const { day, state, error, sent_at, retry_at } = mail
  return {
    day,
    state,
    reason: error,
    sent_at: sent_at?.toISOString() ?? null,
    retry_at: retry_at?.toISOString() ?? null,
    absence,
  }
}

/** Returns why the digest of the reader's current day was not queued yet. */
async function explainAbsence(user: UserRecord, { today, log }: { today: string; log: Log }): Promise<string> {
  const facts = await readDigestFacts(today)
  const digest = await findDigestOf(user, { facts, log, reads: createDigestReads() })
  if ('reason' in digest) return reasonsForReader[digest.counter] ?? digest.reason
  if ((await gatherDigest(user, { ...digest, log })) === null) return 'the digest would be empty'
  return (await isMailOn()) ? 'it is due' : 'mail is not set up or paused'
}

/** Whether it is still to be sent. */
const isOpen = ({ state, retry_at }: OutboxRecord): boolean =>
  retry_at !== null || state === 'queued' || state === 'claimed' || state === 'handing-off'

/** What became of the newest review, why there is none of the newest week, and when the next one is due. */
async function findReview(user: UserRecord): Promise<MailStatus['review']> {
  if ((user.preferences.review?.weekday ?? null) === null) return null
  const week = newestWeek(user)
  const mail = await findNewestMail(user._id, { kind: 'review', until: week })
  const isOfWeek = mail?.day === week
  const isSkipped = user.review_skipped === week
  const isOther = !isOfWeek && !isSkipped && (await hasReviewSince(user._id, week))
  const dueAt = reviewDueAt(user, isOfWeek || isSkipped || isOther ? nextWeek(week) : week)
  const isDue = dueAt <= now()
  return {
    week: mail?.day ?? null,
    state: mail?.state ?? null,
    reason: mail?.error ?? null,
    sent_at: mail?.sent_at?.toISOString() ?? null,
    retry_at: mail?.retry_at?.toISOString() ?? null,
    next_at: isOfWeek && isOpen(mail) ? null : dueAt.toISOString(),
    absence: isSkipped
      ? 'nothing happened in the newest week'
      : isOther
        ? 'a review with days of the newest week was sent'
        : isDue && !(await isMailOn())
          ? 'mail is not set up or paused'
          : isDue
            ? 'it is due'
            : null,
  }
}
