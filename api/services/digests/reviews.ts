import { now } from '../../platform/clock.ts'
import { findEndedMails, giveUpReviewsBefore, hasOtherReview } from '../../store/mail/outbox.ts'
import { skipReview } from '../../store/readers/mailChoices.ts'
import { findUser, iterateUsers } from '../../store/readers/users.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { newestWeek, previousWeek, reviewDueAt } from '../review/weeks.ts'
import { reportMail } from '../sending/mailReport.ts'
import { ignoreErased, queueForReader, sendMail } from '../sending/outbox.ts'
import { takeTurn } from '../sending/sender.ts'
import { mayLeave } from './gatherDigest.ts'
import { getsMail, prepareReview } from './prepareMails.ts'
import { sendDueMails } from './sendDueMails.ts'

/** The review that is due for a reader, by the last day of its week. */
interface DueReview {
  user_id: string
  day: string
}

/** Before each counter of the job that is about reviews. */
const PREFIX = 'review_'

/**
 * Sends each reader who asked for it the review of the newest week that is over: from their digest hour on the day after
 * it, or later, when no mail could be sent; at most one for seven days, also when the reader chooses another weekday or
 * time zone. None of a week in which nothing happened. Counts the due reviews and the outcome of each. Throws as
 * `sendMail`.
 */
export async function sendDueReviews(product: Product, run: JobContext): Promise<PartialResult | undefined> {
  if (!(await mayLeave(product))) return undefined
  return sendDueMails(
    {
      kind: 'review',
      due: await findDueReviews(run),
      prefix: PREFIX,
      name: 'Weekly reviews',
      noneSent: 'No weekly reviews were sent',
      send: (review, { signal, onTried }) => sendReview(product, review, { run, signal, onTried }),
    },
    run,
  )
}

async function findDueReviews(run: JobContext): Promise<DueReview[]> {
  const ended = new Map<string, ReadonlyMap<string, unknown>>()
  const due: DueReview[] = []
  for await (const user of iterateUsers()) {
    if (!getsMail(user, 'review')) continue
    const day = newestWeek(user)
    const hasEnded = ended.get(day) ?? (await findEndedMails('review', day))
    ended.set(day, hasEnded)
    if (hasEnded.has(user._id) || user.review_skipped === day) continue
    if (now() < reviewDueAt(user, day)) {
      run.count(`${PREFIX}waiting_for_hour`, 1)
      continue
    }
    for (const row of await giveUpReviewsBefore(user._id, day)) reportMail(row, run.log)
    if (await hasReviewSince(user._id, day))
      recordSkip({ user_id: user._id, day }, 'a review with days of this week was sent', run)
    else due.push({ user_id: user._id, day })
  }
  // As of digests: readers who joined together are apart.
  return due.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const placeOf = ({ user_id, day }: DueReview) => Bun.hash.crc32(`${day} ${user_id}`)

/** Whether the reader got a review with days of this week, because they chose another weekday since. */
export const hasReviewSince = (userId: string, day: string): Promise<boolean> =>
  hasOtherReview(userId, { day, before: previousWeek(day) })

function recordSkip({ user_id, day }: DueReview, reason: string, run: JobContext): void {
  run.count(`${PREFIX}skipped`, 1)
  run.log.info({ user_id, week: day, reason }, 'review skipped')
}

async function sendReview(
  product: Product,
  review: DueReview,
  { run, signal, onTried }: { run: JobContext; signal: AbortSignal; onTried: () => void },
): Promise<void> {
  signal.throwIfAborted()
  const { user_id, day } = review
  const countUnsubscribed = () => {
    onTried()
    run.count(`${PREFIX}unsubscribed`, 1)
  }
  // Read now: the reader may have changed this since the run began.
  const user = await findUser(user_id)
  if (!getsMail(user, 'review')) return countUnsubscribed()
  const mail = await prepareReview(product, user, day)
  if (mail === null) {
    onTried()
    await skipReview(user_id, day)
    return recordSkip(review, 'nothing happened in this week', run)
  }
  const { body, list, papers } = mail
  const settings = await takeTurn(product, signal)
  const reader = await findUser(user_id)
  if (!getsMail(reader, 'review')) return countUnsubscribed()
  // From here on, the outbox says what became of it.
  onTried()
  const row = { user_id, kind: 'review' as const, day, to: reader.email, subject: body.subject, papers }
  await queueForReader(row)
    .then((queued) =>
      sendMail(product, queued, { settings, body, jobId: run.id, ...(list && { list }), signal, log: run.log }),
    )
    .catch(ignoreErased)
}
