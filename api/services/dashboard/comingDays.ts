import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import type { ComingWork } from '../../store/jobs/jobLists.ts'
import { findDeliveredAmong } from '../../store/readers/deliveries.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { listDays } from '../days/dayStates.ts'
import { announcingFor, archivesOfReader } from '../days/deliverable.ts'
import type { IngestInput } from '../ingestion/ingestCheckpoint.ts'
import type { Sources } from '../product.ts'
import { sourceOf } from '../../text/taxonomy/taxonomy.ts'
import { endOfPreviousVisit, firstDayAfter } from './catchUp.ts'

/**
 * The days of which the reader is to get cards soon, oldest first: those that are being fetched, and those whose cards
 * are being made. None while the source fails.
 */
export async function findComingDays(
  sources: Sources,
  user: UserRecord,
  { fetch, waiting }: ComingWork,
): Promise<string[]> {
  if (user.category_ids.length === 0) return []
  const visitEnd = endOfPreviousVisit(user, now())
  const since = visitEnd === null ? addDays(dayIn('UTC', now()), -LOOK_BACK_DAYS) : firstDayAfter(visitEnd)
  const own = fetch ? announcingFor(sources, user.category_ids) : []
  const fetched = await Promise.all(own.map((source) => findFetchedDays(source, user, { fetch: fetch!, since })))
  const days = [...new Set([...fetched.flat(), ...waiting.filter((day) => day >= since)])]
  if (days.length === 0) return []
  return [...new Set(days).difference(await findDeliveredAmong(user._id, days))].toSorted()
}

/** The days that the job `fetch` can bring, and those that it has read, in the reader's archives. */
async function findFetchedDays(
  source: AnnouncingSource,
  { category_ids }: UserRecord,
  { fetch, since }: { fetch: NonNullable<ComingWork['fetch']>; since: string },
): Promise<string[]> {
  const { failing_since } = await findSourceState(source.id)
  if (failing_since) return []
  const until = source.announcements.expectedDay(now())
  const archives = archivesOfReader(category_ids).filter((archive) => sourceOf(archive) === source.id)
  const { from = addDays(until, -LOOK_BACK_DAYS) } = fetch.input as IngestInput
  const rows = await listDays(source, { from: since, until, archives })
  const queuedAt = fetch.queued_at.toISOString()
  return rows
    .filter(({ day, state, papers, archives }) => {
      if (state === 'missing') return day >= from
      if (state === 'expected') return source.announcements.closureReason(day) === null
      return papers > 0 && archives.some(({ read_at }) => read_at !== null && read_at >= queuedAt)
    })
    .map(({ day }) => day)
}
