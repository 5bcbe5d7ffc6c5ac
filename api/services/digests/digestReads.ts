import { inBatches } from '../../platform/batch.ts'
import type { Log } from '../../platform/log.ts'
import { countAnnouncedOn, findAnnouncementsSince } from '../../store/papers/announcements.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findDeliveredDays, type DeliveredDay } from '../../store/readers/deliveries.ts'
import { findUsersById, type UserRecord } from '../../store/readers/users.ts'
import { deliverDay, isUpToDate } from '../delivery/delivery.ts'
import { findAllTrueReasons, type ReasonsWanted } from '../delivery/trueReasons.ts'

export type DigestReads = ReturnType<typeof createDigestReads>

/**
 * The reads of a run that makes digests side by side: they are done together, one round trip for all of them, and a
 * paper of several digests is read once. Not for several requests: one that gets no answer would keep the others waiting.
 */
export function createDigestReads() {
  const readStored = inBatches(findDeliveredDays)
  const readCount = inBatches(countAnnouncedOn)
  return {
    /** Returns the user with this id, or null. */
    user: inBatches(findUsersById),
    /** Returns at least the papers with these ids, of those that are stored. */
    papers: inBatches(async (wanted: readonly (readonly string[])[]) => {
      const papers = await findPapers([...new Set(wanted.flat())])
      return wanted.map(() => papers)
    }),
    /** As `findTrueReasons`. */
    reasons: inBatches((wanted: readonly ReasonsWanted[]) => findAllTrueReasons(wanted)),
    /** Returns the announcements from a day on, newest first. */
    announcementsSince: inBatches(async (days: readonly string[]) => {
      const announcements = await findAnnouncementsSince(days.toSorted()[0] ?? '')
      return days.map((from) => announcements.filter(({ day }) => day >= from))
    }),
    /** As `deliverDay`. */
    async delivery(user: UserRecord, day: string, log: Log): Promise<DeliveredDay> {
      const stored = await readStored({ userId: user._id, day })
      return stored && isUpToDate(stored, user, await readCount(day)) ? stored : deliverDay(user, day, { log })
    },
  }
}
