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

/** Eastern time after which a feed is not updated any more on that day. */
const FEED_FINAL_AT = '08:00'

/** Whether the feeds of `day` are final: no more papers of that day will be added. */
export const areFeedsFinal = (day: string): boolean => now() >= instantOf(day, FEED_FINAL_AT, ARXIV_ZONE)

/** Whether all feeds were read, and all that contained papers contained the batch of `day`. */
export const allFeedsShow = ({ failed, seen, feeds }: IngestCheckpoint, day: string): boolean =>
  !failed.current && (seen[day] ?? 0) > 0 && feeds.every((shown) => shown >= day)

/**
 * Updates the announcements of the days that a run read, and requests deliveries for those that became complete, or
 * that are complete and have more papers than before. The first complete one removes the sample papers. Safe to repeat.
 */
export async function completeAnnouncements(
  source: Source,
  { checkpoint, expected, log }: { checkpoint: IngestCheckpoint; expected: string; log: Log },
): Promise<void> {
  const { seen, window } = checkpoint
  const changed = window ? await findDaysWithPapers(source.id, window.from, expected) : []
  const days = new Set([...Object.keys(seen).filter((day) => day <= expected), ...changed])
  for (const day of [...days].sort()) {
    const complete = isComplete(checkpoint, day, expected)
    if (complete) await removeSamples()
    const announcement = await recordAnnouncement(source.id, day, { seen: seen[day] ?? 0, complete })
    const papers = totalOf(announcement)
    const reason = whyNotDelivered(announcement, papers)
    if (reason !== null) {
      log.info({ source: source.id, day, papers, reason }, 'no delivery requested')
      continue
    }
    await computeVolumes()
    if (day >= addDays(expected, -LOOK_BACK_DAYS)) await requestDelivery(day, log)
    else log.info({ source: source.id, day, papers, reason: 'older than the look-back' }, 'no delivery requested')
    await recordDelivered(announcement._id, papers)
  }
}

function whyNotDelivered({ complete, delivered }: AnnouncementRecord, papers: number): string | null {
  if (!complete) return 'not complete'
  return delivered === papers ? 'no further papers' : null
}

/**
 * A day is complete when all feeds were read while they contained its batch, or, once its feeds are final, when the
 * changes since that day were read.
 */
function isComplete(checkpoint: IngestCheckpoint, day: string, expected: string): boolean {
  const { window, failed, seen } = checkpoint
  if (allFeedsShow(checkpoint, day)) return true
  if (!areFeedsFinal(day)) return false
  const inChanges = window !== undefined && !failed.changes && day >= window.from && day <= window.until
  return inChanges || (day === expected && !failed.current && (seen[day] ?? 0) > 0)
}
