import type { SourceStatus } from '../../contract/admin.ts'
import { LEDGER_DAYS } from '../../contract/limits.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { Source } from '../../sources/source.ts'
import { findAnnouncementsSince, totalOf } from '../../store/papers/announcements.ts'
import { findOpenJob, type JobRecord } from '../../store/jobs/jobs.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import { listDays } from '../ingestion/dayStates.ts'
import { archivesOf, findFollowedCategories } from '../ingestion/followedCategories.ts'
import { INGEST_KEY, nextFetchAt } from './schedule.ts'
import type { Product } from '../product.ts'

/** A source that has failed for weeks still shows its newest announcement; one older than this is not shown. */
const NEWEST_SHOWN_DAYS = 60

/** Returns the state of each source: last success, failure, newest announcement, missing days and next fetch. */
export async function describeSources(product: Product): Promise<{ items: SourceStatus[] }> {
  const job = await findOpenJob(INGEST_KEY)
  return { items: await Promise.all([...product.sources.values()].map((source) => describeSource(source, job))) }
}

/** Returns the state of one source. `job` is the open fetch of announcements. */
export async function describeSource(source: Source, job: JobRecord | null): Promise<SourceStatus> {
  const since = addDays(dayIn('UTC', now()), -NEWEST_SHOWN_DAYS)
  const [state, waitMs, announcements, ledger] = await Promise.all([
    findSourceState(source.id),
    findRemainingWait(source.id),
    findAnnouncementsSince(since),
    readLedger(source),
  ])
  const newest = announcements.find((one) => one.source === source.id && totalOf(one) > 0)
  const isOwn = job !== null && (job.input['source'] ?? source.id) === source.id
  return {
    id: source.id,
    name: source.name,
    enabled: state.enabled,
    state: stateOf(state, { job: isOwn ? job : null, isStale: ledger.isStale }),
    last_success_at: state.last_success_at?.toISOString() ?? null,
    failing_since: state.failing_since?.toISOString() ?? null,
    failure: state.failing_since ? state.failure : null,
    failed_at: state.failing_since ? (state.failed_at?.toISOString() ?? null) : null,
    missing_days: ledger.missing.length,
    next_run_at: state.enabled ? (await nextFetchAt(source, state)).toISOString() : null,
    announced_on: newest?.day ?? null,
    papers_today: newest ? totalOf(newest) : 0,
    breaker: state.breaker,
    wait_ms: waitMs,
    running_job_id: isOwn && job.state === 'running' ? job._id : null,
  }
}

/**
 * Returns the missing working days of the last weeks, oldest first. The source is stale if no working day after the
 * newest missing one was read: it does not fail, but shows nothing new.
 */
export async function readLedger(source: Source): Promise<{ missing: string[]; isStale: boolean }> {
  const archives = archivesOf(await findFollowedCategories())
  const until = source.expectedDay(now())
  const days = await listDays(source, { from: addDays(until, -LEDGER_DAYS), until, archives })
  const missing = days.filter(({ state }) => state === 'missing').map(({ day }) => day)
  const newest = days.find(({ state }) => state !== 'expected')
  return { missing: missing.toReversed(), isStale: newest?.state === 'missing' }
}

function stateOf(
  { enabled, failing_since, last_success_at }: SourceState,
  { job, isStale }: { job: JobRecord | null; isStale: boolean },
): SourceStatus['state'] {
  if (!enabled) return 'off'
  // A queued job that was attempted before waits for its next attempt.
  if (failing_since !== null) return job !== null && job.attempts > 0 ? 'slow' : 'failing'
  if (job?.state === 'running') return 'running'
  if (isStale) return 'stale'
  return last_success_at === null ? 'never' : 'ok'
}
