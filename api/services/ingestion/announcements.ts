import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, ARXIV_ZONE, instantOf, now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Source } from '../../sources/source.ts'
import {
  findDaysWithPapers,
  recordDelivered,
  recordAnnouncement,
  totalOf,
  type AnnouncementRecord,
} from '../../store/papers/announcements.ts'
import { computeVolumes } from './categories.ts'
import type { IngestCheckpoint } from './ingestCheckpoint.ts'
import { requestDelivery } from './processing.ts'
import { removeSamples } from './samples.ts'

/** A feed that shows no new batch by then will not show one on that day. */
const LAST_LOOK = '08:00'

/** No further papers of `day` are to be expected from a feed. */
export const isSettled = (day: string): boolean => now() >= instantOf(day, LAST_LOOK, ARXIV_ZONE)

/** Every feed was read, and those that were not empty showed `day`. */
export const allFeedsShow = ({ failed, seen, feeds }: IngestCheckpoint, day: string): boolean =>
  !failed.current && (seen[day] ?? 0) > 0 && feeds.every((shown) => shown >= day)

/**
 * Brings the announcements that a run met up to date, and asks for the cards of those that are complete and were not,
 * or that grew. Safe to repeat. The first complete one ends the time of the sample library.
 */
export async function completeAnnouncements(
  source: Source,
  { at, expected, log }: { at: IngestCheckpoint; expected: string; log: Log },
): Promise<void> {
  const { window } = at
  const changed = window ? await findDaysWithPapers(source.id, window.from, expected) : []
  const days = new Set([...Object.keys(at.seen).filter((day) => day <= expected), ...changed])
  for (const day of [...days].sort()) {
    const complete = isComplete(at, day, expected)
    if (complete) await removeSamples()
    const announcement = await recordAnnouncement(source.id, day, { seen: at.seen[day] ?? 0, complete })
    const held = totalOf(announcement)
    const reason = whyNotDelivered(announcement, held)
    if (reason !== null) {
      log.info({ source: source.id, day, held, reason }, 'no delivery requested')
      continue
    }
    await computeVolumes()
    if (day >= addDays(expected, -LOOK_BACK_DAYS)) await requestDelivery(day, log)
    else log.info({ source: source.id, day, held, reason: 'older than the look-back' }, 'no delivery requested')
    await recordDelivered(announcement._id, held)
  }
}

function whyNotDelivered({ complete, delivered }: AnnouncementRecord, held: number): string | null {
  if (!complete) return 'not complete'
  return delivered === held ? 'no further papers' : null
}

/**
 * A day is complete when all its feeds were read while they showed it, or, after its feeds are settled, when everything
 * that changed since its morning was read.
 */
function isComplete(at: IngestCheckpoint, day: string, expected: string): boolean {
  const { window, failed, seen } = at
  if (allFeedsShow(at, day)) return true
  if (!isSettled(day)) return false
  const inChanges = window !== undefined && !failed.changes && day >= window.from && day <= window.until
  return inChanges || (day === expected && !failed.current && (seen[day] ?? 0) > 0)
}
