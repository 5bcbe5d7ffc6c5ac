import { addDays, dayIn, instantOf, weekday } from '../../platform/clock.ts'
import type { UserRecord } from '../readers/userModel.ts'

/** A reader in a restored library, which an older version of the product may have written. */
export type RestoredUser = Pick<UserRecord, '_id' | 'email' | 'firebase_uid' | 'preferences' | 'review_skipped'>

interface ExpectedMail {
  kind: 'digest' | 'review'
  day: string
  to: string
  subject: string
  announced_on?: string
}

/**
 * The digest of the reader's present day and the review of the last week, if their hour has come by `at`: only these could
 * still be sent. The mails of earlier days are never sent later.
 */
export function expectedMails({ email: to, preferences, review_skipped }: RestoredUser, at: Date): ExpectedMail[] {
  const { enabled, hour, time_zone, weekdays } = preferences.digest
  const isDue = (day: string) => at >= instantOf(day, `${String(hour).padStart(2, '0')}:00`, time_zone)
  const today = dayIn(time_zone, at)
  const mails: ExpectedMail[] = []
  if (enabled && weekdays.includes(weekday(today)) && isDue(today))
    mails.push({ kind: 'digest', day: today, announced_on: today, to, subject: `The digest of ${today}` })
  const last = preferences.review?.weekday
  if (last == null) return mails
  const yesterday = addDays(today, -1)
  const week = addDays(yesterday, -((weekday(yesterday) - last + 7) % 7))
  if (week !== review_skipped && isDue(addDays(week, 1)))
    mails.push({ kind: 'review', day: week, to, subject: `The review of the week to ${week}` })
  return mails
}
