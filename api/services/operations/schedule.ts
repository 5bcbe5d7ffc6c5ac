import { ARXIV_ZONE, dayIn, now } from '../../platform/clock.ts'
import { findAnnouncement } from '../../store/papers/announcements.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { archivesOf, findFollowedCategories } from '../ingestion/followedCategories.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'

/**
 * When fetchings are asked for, as cron patterns in Eastern time. arXiv rebuilds its feeds at midnight and is sometimes
 * late: they are looked at until 08:00. OAI-PMH is read away from its own update hours (20:00 to 24:00).
 */
export const FETCH_TIMES = { zone: ARXIV_ZONE, expected: '10,40 0-8 * * *', catchUp: '20 9 * * *' } as const

/** The one fetching of announcements that may be open at a time, whoever asked for it. */
export const INGEST_KEY = 'ingest'

/** Asks for a fetching while the announcement that should be out is not complete. */
export async function requestExpected(product: Product): Promise<void> {
  for (const source of product.sources.values()) {
    const { enabled } = await findSourceState(source.id)
    const announcement = await findAnnouncement(source.id, source.expectedDay(now()))
    if (enabled && !announcement?.complete) return requestIngest('schedule')
  }
}

/** Asks for a fetching when somebody follows a category whose archive was not read with the others. */
export async function requestUncovered(product: Product): Promise<void> {
  const wanted = archivesOf(await findFollowedCategories())
  for (const source of product.sources.values()) {
    const { enabled, archives } = await findSourceState(source.id)
    // Before anything was read, the regular fetching is what is missing.
    if (!enabled || archives === null) continue
    if (wanted.some((archive) => !archives.includes(archive))) return requestIngest('schedule')
  }
}

/** Asks for what changed since the last time, once a day. */
export async function requestCatchUp(product: Product): Promise<void> {
  const today = dayIn('UTC', now())
  for (const source of product.sources.values()) {
    const { enabled, watermark } = await findSourceState(source.id)
    if (enabled && (watermark === null || watermark < today)) return requestIngest('schedule', { days_back: 1 })
  }
}

/** Asks for the mails of the readers whose hour has come. */
export async function requestDigests(): Promise<void> {
  await requestJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
}

/** Asks for a fetching of the announcements, unless one is under way. */
export async function requestIngest(requestedBy: string, input: { days_back?: number } = {}): Promise<void> {
  await requestJob({ kind: 'ingest', input, dedupe_key: INGEST_KEY, requested_by: requestedBy })
}
