import { addDays, dayIn, now } from '../../platform/clock.ts'
import { findAnnouncementsSince } from '../../store/papers/announcements.ts'
import { findMailedDigests } from '../../store/mail/mailedDigests.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { FRESH_DAYS, findDueDigest, type DigestFacts, type DueDigest, type SkipReason } from './digestDue.ts'
import { closureOf } from './missedDays.ts'
import type { Product } from '../product.ts'

/** Reads what is the same for all readers whose local day is `from` or later. */
export async function readDigestFacts(product: Product, from: string): Promise<DigestFacts> {
  const announcements = await findAnnouncementsSince(addDays(from, -FRESH_DAYS))
  return { announcements, isClosed: (day) => closureOf(product, day) !== null }
}

/** Returns the digest that is due for a reader now, or why none is: `findDueDigest` with the digests they already had. */
export async function findDigestOf(user: UserRecord, facts: DigestFacts): Promise<DueDigest | SkipReason> {
  const day = dayIn(user.preferences.digest.time_zone, now())
  const since = addDays(day, -FRESH_DAYS)
  const mailed = facts.isClosed(day) ? await findMailedDigests(user._id, { since, before: day }) : []
  return findDueDigest(user, facts, new Set(mailed.map(({ announced_on }) => announced_on)))
}
