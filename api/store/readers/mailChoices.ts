import { now } from '../../platform/clock.ts'
import { Users, type UserRecord } from './userModel.ts'

/** Switches the weekly review off. */
export async function switchReviewOff(id: string): Promise<void> {
  await Users.updateOne({ _id: id }, { 'preferences.review.weekday': null })
}

/** Stores that no review of the week that ended on `day` is sent, so that it is not composed again. */
export async function skipReview(id: string, day: string): Promise<void> {
  await Users.updateOne({ _id: id }, { review_skipped: day })
}

/** Switches the digest off, as the link in a mail does. Keeps the time at which it was first switched off. */
export async function switchDigestOffByLink(id: string): Promise<void> {
  await Users.updateOne(
    { _id: id, 'preferences.digest.enabled': true },
    { 'preferences.digest.enabled': false, unsubscribed_at: now() },
  )
}

/** The users who have switched alarms by mail on, admins or not. */
export const findUsersWithAlarms = (): Promise<UserRecord[]> => Users.find({ 'preferences.alarms': true }).lean().exec()

/** Ends the alarms by mail of a user. */
export async function switchMailedAlarmsOff(id: string): Promise<void> {
  await Users.updateOne({ _id: id }, { 'preferences.alarms': false })
}
