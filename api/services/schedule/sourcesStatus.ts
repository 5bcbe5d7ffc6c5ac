import type { SourceAbility, SourcesStatus, SourceStatus } from '../../contract/admin.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { AnnouncingSource, Source } from '../../sources/source.ts'
import { findAnnouncementsSince, totalOf } from '../../store/papers/announcements.ts'
import { INGEST_KEY, findOpenJob, type JobRecord } from '../../store/jobs/jobs.ts'
import { requestLimitOf } from '../../store/sources/requestBudget.ts'
import { countQueued } from '../../store/sources/factQueue.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import { describeCiting } from '../enrichment/citing.ts'
import { nextEnrichmentAt } from '../enrichment/enrich.ts'
import { describeNoticesFile, nextNoticesAt } from '../enrichment/readNotices.ts'
import { missingOf, reportDays } from '../days/dayStates.ts'
import { firstReportedDay } from '../days/deliverable.ts'
import { findFollowedArchives } from '../days/followedCategories.ts'
import { findKeyRefusal, withKeyRefusal } from './keyRefusal.ts'
import { nextFetchAt } from './schedule.ts'
import type { Product } from '../product.ts'

/** A source that has failed for weeks still shows its newest announcement; one older than this is not shown. */
const NEWEST_SHOWN_DAYS = 60

/** Returns the state of each source: last success, failure, and of its announcements the newest, missing ones and the next fetch. */
export async function describeSources(product: Pick<Product, 'secrets' | 'sources'>): Promise<SourcesStatus> {
  const { sources } = product
  const job = await findOpenJob(INGEST_KEY)
  const items = await Promise.all(
    [...sources.values()].map(async (source): Promise<SourceStatus> => {
      const one = sources.findAnnouncing(source.id)
      const state = await findSourceState(source.id)
      const refusal = findKeyRefusal(product, source, state)
      const status = await describeSource(source, state, refusal !== null)
      return withKeyRefusal({ ...status, ...(one && (await describeDays(one, state, job))) }, refusal)
    }),
  )
  return { items, total: items.length }
}

/** Returns the state of a source that is only asked on demand: it has no days, and none is missing. */
async function describeSource(source: Source, state: SourceState, isKeyRefused: boolean): Promise<SourceStatus> {
  const [waitMs, queued] = await Promise.all([
    findRemainingWait(source.slotKey ?? source.id),
    source.enrichment ? countQueued(source.id) : 0,
  ])
  return {
    id: source.id,
    name: source.name,
    abilities: abilitiesOf(source),
    enabled: state.enabled,
    state: stateOnDemand(state),
    key_refusal: null,
    last_success_at: state.last_success_at?.toISOString() ?? null,
    failing_since: state.failing_since?.toISOString() ?? null,
    failure: state.failing_since ? state.failure : null,
    failed_at: state.failing_since ? (state.failed_at?.toISOString() ?? null) : null,
    missing_days: 0,
    next_run_at: state.enabled ? (nextRunOf(source)?.toISOString() ?? null) : null,
    announced_on: null,
    papers_today: 0,
    breaker: state.breaker,
    requests: requestsOf(source, state, isKeyRefused),
    queued,
    wait_ms: waitMs,
    running_job_id: null,
    ...(source.notices?.kind === 'file' && { file: await describeNoticesFile(source) }),
    ...(source.enrichment?.kind === 'papers' &&
      source.enrichment.citing && { citations: await describeCiting(source.id) }),
  }
}

/** Whether it is read for notices alone. */
export const hasOnlyNotices = ({ notices, lookUp, announcements }: Source): boolean =>
  notices !== undefined && lookUp === undefined && announcements === undefined

/** When a source without announcements is asked on schedule; null for one that is asked on demand alone. */
const nextRunOf = (source: Source): Date | null =>
  source.enrichment ? nextEnrichmentAt() : hasOnlyNotices(source) ? nextNoticesAt() : null

/** The requests of today, and how many there may be: no more than by default while a refused key is left out. */
export const requestsOf = (
  { key, defaults }: Pick<Source, 'key' | 'defaults'>,
  { requests, requests_per_day }: Pick<SourceState, 'requests' | 'requests_per_day'>,
  isKeyRefused: boolean,
): SourceStatus['requests'] => ({
  used: requests?.on === dayIn('UTC', now()) ? requests.count : 0,
  limit: requestLimitOf(requests_per_day, defaults.requestsPerDay ?? null, isKeyRefused && key === 'optional'),
})

const abilitiesOf = ({
  announcements,
  lookUp,
  search,
  journals,
  queries,
  feeds,
  enrichment,
  notices,
}: Source): SourceAbility[] => [
  ...(announcements ? (['announcements'] as const) : []),
  ...(lookUp ? (['look-up'] as const) : []),
  ...(search ? (['search'] as const) : []),
  ...(journals ? (['journals'] as const) : []),
  ...(queries ? (['queries'] as const) : []),
  ...(feeds ? (['feeds'] as const) : []),
  ...(enrichment ? (['enrichment'] as const) : []),
  ...(notices ? (['notices'] as const) : []),
]

/** What the state of a source with announcements says besides; null while it is only asked on demand. `job` is the open fetch of announcements. */
async function describeDays(source: AnnouncingSource, state: SourceState, job: JobRecord | null) {
  const since = addDays(dayIn('UTC', now()), -NEWEST_SHOWN_DAYS)
  const [announcements, missing, followed] = await Promise.all([
    findAnnouncementsSince(since),
    findMissing(source),
    findFollowedArchives(source.id),
  ])
  const isFollowed = followed.length > 0
  if (isOnDemand(source, isFollowed)) return null
  const newest = announcements.find((one) => one.source === source.id && totalOf(one) > 0)
  const own = ownJob(source, job)
  return {
    state: stateOf(state, { job: own, isMissing: missing.length > 0, isFollowed }),
    // Its last failure is not shown: it is not asked until a user follows a category of it.
    ...(!isFollowed && { failing_since: null, failure: null, failed_at: null }),
    missing_days: missing.length,
    next_run_at: state.enabled && isFollowed ? (await nextFetchAt(source, state)).toISOString() : null,
    announced_on: newest?.day ?? null,
    papers_today: newest ? totalOf(newest) : 0,
    running_job_id: isFollowed && own?.state === 'running' ? own._id : null,
  }
}

/** Returns the days of the last weeks that are reported as missing, oldest first. */
export async function findMissing(source: AnnouncingSource): Promise<string[]> {
  const archives = await findFollowedArchives(source.id)
  const until = source.announcements.expectedDay(now())
  return missingOf(await reportDays(source, { from: firstReportedDay([source]), until, archives }))
}

/** The open fetch `job`, if it is for this source. */
export const ownJob = (source: Source, job: JobRecord | null): JobRecord | null =>
  (job?.input['source'] ?? source.id) === source.id ? job : null

/** Whether it is only asked for single papers: it has no days, or nothing of it is followed. */
export const isOnDemand = ({ announcements, lookUp }: Source, isFollowed: boolean): boolean =>
  announcements === undefined || (lookUp !== undefined && !isFollowed)

/** The state of a source that is only asked on demand. One failure is no outage: the next look-up may succeed. */
export const stateOnDemand = ({ enabled, failing_since }: SourceState): 'ok' | 'slow' | 'off' =>
  !enabled ? 'off' : failing_since === null ? 'ok' : 'slow'

interface OfSource {
  /** The open fetch of the source. */
  job: JobRecord | null
  /** Days are missing. */
  isMissing: boolean
  /** Readers follow a category of it. Else it is not asked. */
  isFollowed: boolean
}

/** The state of a source with announcements. */
export function stateOf(
  { enabled, failing_since, last_success_at }: SourceState,
  { job, isMissing, isFollowed }: OfSource,
): SourceStatus['state'] {
  if (!enabled) return 'off'
  if (!isFollowed) return 'unfollowed'
  // A queued job that was attempted before waits for its next attempt.
  if (failing_since !== null) return job !== null && job.attempts > 0 ? 'slow' : 'failing'
  if (job?.state === 'running') return 'running'
  if (isMissing) return 'stale'
  return last_success_at === null ? 'never' : 'ok'
}
