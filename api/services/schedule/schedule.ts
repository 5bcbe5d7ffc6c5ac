import { Cron } from 'croner'
import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, ARXIV_ZONE, dayIn, instantOf, now } from '../../platform/clock.ts'
import type { AnnouncingSource, Source } from '../../sources/source.ts'
import { INGEST_KEY } from '../../store/jobs/jobs.ts'
import { findAnnouncement, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findMissingDays } from '../days/dayStates.ts'
import { codesOf, findFollowedArchives, findFollowedCategories, findUncovered } from '../days/followedCategories.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'

/**
 * When fetches are queued, as cron patterns in Eastern time. arXiv rebuilds its feeds at midnight, is sometimes late,
 * and shows them until the next midnight: they are read every half hour in the night, every two hours in the day, and a
 * last time before midnight. OAI-PMH is read outside its own update hours (20:00 to 24:00).
 */
export const FETCH_TIMES = {
  zone: ARXIV_ZONE,
  expected: ['10,40 0-8 * * *', '10 10-22/2 * * *', '40 23 * * *'],
  catchUp: ['20 9 * * *'],
  missing: ['50 * * * *'],
} as const

/** Pause after a successful fetch that left days missing: the source does not have them at the moment. */
const MISSING_AGAIN_MS = 2 * 3_600_000
/** No source is closed for this long. */
const CLOSED_DAYS_MAX = 15

/** Queues a fetch while the announcement that the feeds should show is not settled in every followed archive. */
export async function requestExpectedFetch({ sources }: Pick<Product, 'sources'>): Promise<void> {
  const day = dayIn(ARXIV_ZONE, now())
  for (const source of sources.announcing()) {
    const state = await findSourceState(source.id)
    if (!(await isReady(source, state)) || (await findFollowedArchives(source.id)).length === 0) continue
    const isNew = state.last_success_at === null
    const isAwaited = isUnsettled(source, day, await findAnnouncement(source.id, day))
    if (isNew || isAwaited) return requestIngest('schedule')
  }
}

/** Queues a fetch if a day before today is missing that can still be delivered. */
export async function requestMissingFetch({ sources }: Pick<Product, 'sources'>): Promise<void> {
  for (const source of sources.announcing()) {
    const state = await findSourceState(source.id)
    if (!(await isReady(source, state)) || wasReadLately(state, now())) continue
    if ((await findRecentlyMissing(source)).length > 0) return requestIngest('schedule')
  }
}

/** Queues a fetch if a user follows a category that was not part of the last fetch. */
export async function requestUncoveredFetch({ sources }: Pick<Product, 'sources'>): Promise<void> {
  const followed = await findFollowedCategories()
  for (const source of sources.announcing()) {
    const state = await findSourceState(source.id)
    // Before the first attempt has ended, `requestExpectedFetch` queues it.
    const isBegun = state.archives !== null || Object.keys(state.kept_since).length === 0
    if (!(await isReady(source, state)) || !isBegun) continue
    if (findUncovered(source, state, codesOf(source.id, followed)).length > 0) return requestIngest('schedule')
  }
}

/** Queues a fetch of what changed since the last fetch, once a day. */
export async function requestCatchUp({ sources }: Pick<Product, 'sources'>): Promise<void> {
  const today = dayIn('UTC', now())
  for (const source of sources.announcing()) {
    const state = await findSourceState(source.id)
    const isBehind = state.watermark === null || state.watermark < today
    if (isBehind && (await isReady(source, state)) && (await findFollowedArchives(source.id)).length > 0)
      return requestIngest('schedule', { days_back: 1 })
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

/** Whether the source is enabled, does not rest, and did not ask for a pause longer than that between two requests. */
async function isReady(source: AnnouncingSource, state: SourceState): Promise<boolean> {
  return (
    state.enabled &&
    !isResting(source, state) &&
    (await findRemainingWait(source.slotKey ?? source.id)) <= (await readGap(source, state))
  )
}

/** The pause between two requests that is in force, in milliseconds. */
export const readGap = async (source: Source, { gap_ms }: Pick<SourceState, 'gap_ms'>): Promise<number> =>
  (await source.readGap?.()) ?? gap_ms ?? source.defaults.gapMs

const isResting = ({ announcements }: AnnouncingSource, { failed_at }: SourceState): boolean =>
  announcements.kind === 'dated' &&
  failed_at !== null &&
  now().getTime() - failed_at.getTime() < (announcements.restMs ?? 0)

const wasReadLately = ({ last_success_at }: SourceState, at: Date) =>
  last_success_at !== null && at.getTime() - last_success_at.getTime() < MISSING_AGAIN_MS

/** The missing days before today that are recent enough to be delivered. */
async function findRecentlyMissing(source: AnnouncingSource): Promise<string[]> {
  const today = dayIn(ARXIV_ZONE, now())
  const archives = await findFollowedArchives(source.id)
  return findMissingDays(source, { from: addDays(today, -LOOK_BACK_DAYS), until: addDays(today, -1), archives })
}

/**
 * Whether what is announced on `day` can contain something new. Of feeds a day without papers is not settled, also when a
 * holiday is predicted: the announcement may be late. Neither is one with an archive that was recovered: OAI-PMH may have
 * had only a part of it. A day of dated records is only recorded as read when it is.
 */
function isUnsettled(source: AnnouncingSource, day: string, announcement: AnnouncementRecord | null): boolean {
  if (source.announcements.closureReason(day) === 'weekend') return false
  if (!announcement?.complete) return true
  if (source.announcements.kind === 'dated') return false
  const states = Object.values(announcement.archives).map(({ state }) => state)
  return states.includes('recovered') || (states.length > 0 && states.every((state) => state === 'empty'))
}

/** Returns when the next fetch of an enabled source is queued. */
export async function nextFetchAt(source: AnnouncingSource, state: SourceState): Promise<Date> {
  const at = new Date(now().getTime() + (await findRemainingWait(source.slotKey ?? source.id)))
  const today = dayIn(ARXIV_ZONE, at)
  const times = [nextOf(FETCH_TIMES.catchUp, at)]
  for (let ahead = 0; ahead < CLOSED_DAYS_MAX; ahead++) {
    const day = addDays(today, ahead)
    const announcement = ahead === 0 ? await findAnnouncement(source.id, day) : null
    if (state.last_success_at !== null && !isUnsettled(source, day, announcement)) continue
    const opens = instantOf(day, '00:00', ARXIV_ZONE)
    const check = nextOf(FETCH_TIMES.expected, opens > at ? opens : at)
    if (dayIn(ARXIV_ZONE, check) !== day) continue
    times.push(check)
    break
  }
  if ((await findRecentlyMissing(source)).length > 0) {
    const lately = wasReadLately(state, at) ? state.last_success_at?.getTime() : undefined
    times.push(nextOf(FETCH_TIMES.missing, lately === undefined ? at : new Date(lately + MISSING_AGAIN_MS)))
  }
  return times.reduce((first, time) => (time < first ? time : first))
}

/** Every pattern matches each day, so there is always a next run. */
const nextOf = (patterns: readonly string[], from: Date): Date =>
  patterns
    .map((pattern) => new Cron(pattern, { timezone: FETCH_TIMES.zone, paused: true }).nextRun(from) ?? from)
    .reduce((first, time) => (time < first ? time : first))
