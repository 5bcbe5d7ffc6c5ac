import { findMessageOf, giveUpMessages, hasSentMessage } from '../../store/mail/targetMessages.ts'
import { iterateTargets, type TargetRecord } from '../../store/mail/targets.ts'
import { skipReview } from '../../store/readers/mailChoices.ts'
import { findUser } from '../../store/readers/users.ts'
import { findDueWeek } from '../digests/postedReviews.ts'
import type { Product } from '../product.ts'
import { reportMail } from '../sending/mailReport.ts'
import { ignoreErased, queueForReader } from '../sending/outbox.ts'
import { composeMessages, reviewKey } from './composeMessages.ts'
import type { SendOptions } from './sendDay.ts'

/** Behind each key of a review. */
const LAST_KEY = reviewKey('~')

/**
 * Puts the reviews that are due into the outbox: one row per target and week, from the digest hour of the day after the
 * week on, whether or not the reader gets it by mail. None of a week in which nothing happened, and at most one for seven
 * days, also when the reader chooses another weekday.
 */
export async function queueDueReviews(product: Product, options: SendOptions): Promise<void> {
  for await (const target of iterateTargets(['review'])) {
    options.run.signal.throwIfAborted()
    await queueReview(product, target, options).catch(ignoreErased)
  }
}

async function queueReview(product: Product, target: TargetRecord, { run, reads }: SendOptions): Promise<void> {
  const { user_id, kind, host } = target
  const user = await findUser(user_id)
  if (user === null || user.disabled) return
  const due = findDueWeek(user)
  if (due === null) return
  const { week, previous } = due
  const day = reviewKey(week)
  if ((await findMessageOf(user_id, kind, day)) !== null) return
  const others = { from: `${reviewKey(previous)} `, before: LAST_KEY }
  if (await hasSentMessage(user_id, kind, others)) return
  const [message] = await composeMessages(product, { user, target, row: { day } }, { log: run.log, reads })
  // Kept, so that it is not composed again with each run.
  if (message === undefined) return skipReview(user_id, week)
  const older = { from: reviewKey(''), before: day, what: 'review' as const }
  for (const row of await giveUpMessages(user_id, kind, older)) reportMail(row, run.log)
  run.count('due', 1)
  await queueForReader({ user_id, kind, day, to: host, subject: message.heading, papers: message.total })
}
