import { addDays } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { findAnnouncementsSince, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findMailedDigests, type DayKind } from '../../store/mail/mailedDigests.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { FRESH_DAYS, findDueDigest, listFreshDays, whyNothingOn, type DueDigest, type SkipReason } from './digestDue.ts'
import { hasPapersFor } from '../days/deliverable.ts'
import type { DigestReads } from './digestReads.ts'

/** Announcements of the last days, newest first: the same for all readers of a run. */
type DigestFacts = readonly AnnouncementRecord[]

/** Reads what is the same for all readers whose local day is `from` or later. */
export const readDigestFacts = (from: string): Promise<DigestFacts> =>
  findAnnouncementsSince(addDays(from, -FRESH_DAYS))

/**
 * Returns the digest that is due for a reader now, or why none is (`findDueDigest`). One that has no papers of its own
 * day has the newest of the days before on which the reader has cards that no digest had: an announcement that came
 * after its day had ended in the reader's time zone. `kind`: what has the papers of the day, the digest or a target.
 */
export async function findDigestOf(
  user: UserRecord,
  { facts, ...context }: LateDays & { facts: DigestFacts },
): Promise<DueDigest | SkipReason> {
  const due = findDueDigest(user, facts)
  if ('reason' in due) return due
  const { day, announced_on } = due
  if (announced_on !== null && facts.some((one) => one.day === day && hasPapersFor(user.category_ids, one))) return due
  const late = await findLateDay(user, { day, days: listFreshDays(user, day, facts), ...context })
  if (late !== null) return { day, announced_on: late }
  return announced_on === null && user.preferences.digest.skip_empty ? whyNothingOn(day, user) : due
}

interface LateDays {
  log: Log
  reads: DigestReads
  kind?: DayKind
}

async function findLateDay(
  user: UserRecord,
  { day, days, log, reads, kind }: LateDays & { day: string; days: readonly string[] },
): Promise<string | null> {
  if (days.length === 0) return null
  const digests = await findMailedDigests(user._id, {
    since: addDays(day, -FRESH_DAYS),
    before: day,
    ...(kind && { kind }),
  })
  const mailed = new Set(digests.map(({ announced_on }) => announced_on))
  for (const one of days) if (!mailed.has(one) && (await reads.delivery(user, one, log)).cards.length > 0) return one
  return null
}
