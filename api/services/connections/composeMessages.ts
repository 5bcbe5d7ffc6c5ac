import type { DayMessage } from '../../outgoing/dayMessage.ts'
import { writeAlarms } from '../../outgoing/alarmMessage.ts'
import { writeReview } from '../../outgoing/reviewMessage.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import type { Log } from '../../platform/log.ts'
import { findAlarmReport } from '../../store/mail/alarms.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import type { TargetRecord } from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { alarmOfKey } from '../digests/alarmMail.ts'
import { readReview } from '../digests/postedReviews.ts'
import type { DigestReads } from '../digests/digestReads.ts'
import type { Product } from '../product.ts'
import { composeDay } from './composeDay.ts'

const REVIEW = 'review '

/** Key of the review of the week that ended with `day`, in the outbox row of a target. The key of a day is the day. */
export const reviewKey = (day: string): string => `${REVIEW}${day}`

const weekOfKey = (key: string): string | null => (key.startsWith(REVIEW) ? key.slice(REVIEW.length) : null)

/** What of a reader's day a target can get. */
export const DAY_SENDS = ['day', 'hits', 'updates'] as const

interface Composed {
  user: UserRecord
  target: TargetRecord
  row: Pick<OutboxRecord, 'day' | 'announced_on'>
}

/** Whether a target gets the message with this key now; alarms only that of an admin. */
export function getsMessage(
  { config }: Pick<Product, 'config'>,
  { user, target: { on, sends }, row: { day: key } }: Composed,
): boolean {
  if (!on || user.disabled) return false
  if (alarmOfKey(key) !== null) return sends.alarms && isAdmin(user, config)
  return weekOfKey(key) === null ? DAY_SENDS.some((name) => sends[name]) : sends.review
}

/** Composes the messages of an outbox row. Empty if there is nothing to say. */
export async function composeMessages(
  product: Pick<Product, 'config'>,
  { user, target, row }: Composed,
  { log, reads }: { log: Log; reads: DigestReads },
): Promise<DayMessage[]> {
  const week = weekOfKey(row.day)
  if (week !== null) {
    const review = await readReview(user, week)
    return review === null ? [] : [writeReview(review, product.config.publicUrl)]
  }
  const alarm = alarmOfKey(row.day)
  if (alarm !== null) {
    const report = await findAlarmReport(alarm)
    const { publicUrl } = product.config
    return report === null ? [] : [writeAlarms(report.changes, { at: report.at, publicUrl })]
  }
  const { day, announced_on = day } = row
  return composeDay(product, user, target, { day, announced_on, log, reads })
}
