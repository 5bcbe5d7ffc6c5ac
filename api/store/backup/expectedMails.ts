import { addDays, dayIn, instantOf, weekday } from '../../platform/clock.ts'
import type { TargetKind } from '../../contract/limits.ts'
import type { TargetRecord } from '../mail/targets.ts'
import type { UserRecord } from '../readers/userModel.ts'

/** A reader in a restored library, which an older version of the product may have written. */
export type RestoredUser = Pick<
  UserRecord,
  '_id' | 'email' | 'email_verified' | 'firebase_uid' | 'preferences' | 'review_skipped'
>

interface ExpectedMail {
  kind: 'digest' | 'review' | 'ereader' | TargetKind
  day: string
  to: string
  subject: string
  announced_on?: string
}

/** A service that the days of a restored library's readers are posted to. */
export type RestoredTarget = Pick<TargetRecord, 'user_id' | 'kind' | 'host' | 'on' | 'sends'>

interface Expecting {
  at: Date
  /** Whether mail is sent to the address of the account. */
  isMailOn: boolean
  targets: readonly RestoredTarget[]
  /** Address of the e-reader that days are mailed to; absent if none are. */
  ereader?: string
}

/**
 * The digest of the reader's present day, the review of the last week, and the day of each target and of the e-reader, if
 * their hour has come by `at`: only these could still be sent. Those of earlier days are never sent later.
 */
export function expectedMails(
  { email: to, preferences, review_skipped }: RestoredUser,
  { at, isMailOn, targets, ereader }: Expecting,
): ExpectedMail[] {
  const { enabled, hour, time_zone, weekdays } = preferences.digest
  const isDue = (day: string) => at >= instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone)
  const today = dayIn(time_zone, at)
  const isDay = weekdays.includes(weekday(today)) && isDue(today)
  const day = { day: today, announced_on: today }
  // Readers who have not chosen a weekday have weeks that end on Sunday.
  const last = preferences.review?.weekday ?? 0
  const yesterday = addDays(today, -1)
  const week = addDays(yesterday, -((weekday(yesterday) - last + 7) % 7))
  const isReview = week !== review_skipped && isDue(addDays(week, 1))
  const mails = targets.flatMap(({ kind, host, on, sends }): ExpectedMail[] => [
    ...(isDay && on && (sends.day || sends.hits || sends.updates)
      ? [{ kind, ...day, to: host, subject: `The papers of ${today}` }]
      : []),
    ...(isReview && on && sends.review
      ? [{ kind, day: `review ${week}`, to: host, subject: `The review of the week to ${week}` }]
      : []),
  ])
  if (ereader !== undefined && isDay)
    mails.push({ kind: 'ereader', ...day, to: ereader, subject: `The papers of ${today}` })
  if (!isMailOn) return mails
  if (enabled && isDay) mails.push({ kind: 'digest', ...day, to, subject: `The digest of ${today}` })
  if (isReview && preferences.review?.weekday != null)
    mails.push({ kind: 'review', day: week, to, subject: `The review of the week to ${week}` })
  return mails
}
