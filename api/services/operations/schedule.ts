import { ARXIV_ZONE, dayIn, now } from '../../platform/clock.ts'
import { findAnnouncement } from '../../store/papers/announcements.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { archivesOf, findFollowedCategories } from '../ingestion/followedCategories.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'

/**
 * When fetches are queued, as cron patterns in Eastern time. arXiv rebuilds its feeds at midnight and is sometimes
 * late: they are checked until 08:40. OAI-PMH is read outside its own update hours (20:00 to 24:00).
 */
export const FETCH_TIMES = { zone: ARXIV_ZONE, expected: '10,40 0-8 * * *', catchUp: '20 9 * * *' } as const

/** Dedupe key of fetches of announcements: only one may be open at a time, whoever requested it. */
export const INGEST_KEY = 'ingest'

/** Queues a fetch while the announcement that is expected by now is not complete. */
export async function requestExpectedFetch(product: Product): Promise<void> {
  for (const source of product.sources.values()) {
    const { enabled } = await findSourceState(source.id)
    const announcement = await findAnnouncement(source.id, source.expectedDay(now()))
    if (enabled && !announcement?.complete) return requestIngest('schedule')
  }
}

/** Queues a fetch if a user follows a category whose archive was not part of the last fetch. */
export async function requestUncoveredFetch(product: Product): Promise<void> {
  const wanted = archivesOf(await findFollowedCategories())
  for (const source of product.sources.values()) {
    const { enabled, archives } = await findSourceState(source.id)
    // Before the first fetch, `requestExpectedFetch` queues it.
    if (!enabled || archives === null) continue
    if (wanted.some((archive) => !archives.includes(archive))) return requestIngest('schedule')
  }
}

/** Queues a fetch of what changed since the last fetch, once a day. */
export async function requestCatchUp(product: Product): Promise<void> {
  const today = dayIn('UTC', now())
  for (const source of product.sources.values()) {
    const { enabled, watermark } = await findSourceState(source.id)
    if (enabled && (watermark === null || watermark < today)) return requestIngest('schedule', { days_back: 1 })
  }
}

/** Queues a job that sends the digests that are due. */
export async function requestDigests(): Promise<void> {
  await requestJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
}

/** Queues a fetch of the announcements, unless one is open. */
export async function requestIngest(requestedBy: string, input: { days_back?: number } = {}): Promise<void> {
  await requestJob({ kind: 'ingest', input, dedupe_key: INGEST_KEY, requested_by: requestedBy })
}
