import { Cron } from 'croner'
import type { SourceStatus } from '../../contract/admin.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { Source } from '../../sources/source.ts'
import { findAnnouncementsSince, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findOpenJob, type JobRecord } from '../../store/jobs/jobs.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import { FETCH_TIMES, INGEST_KEY } from './schedule.ts'
import type { Product } from '../product.ts'

/** A source that has failed for weeks still shows its newest announcement; one older than this is not shown. */
const NEWEST_SHOWN_DAYS = 60

/** Returns the state of each source: last success, failure, newest announcement and next fetch. */
export async function describeSources(product: Product): Promise<{ items: SourceStatus[] }> {
  const since = addDays(dayIn('UTC', now()), -NEWEST_SHOWN_DAYS)
  const [announcements, job] = await Promise.all([findAnnouncementsSince(since), findOpenJob(INGEST_KEY)])
  const items = [...product.sources.values()].map(async (source) => {
    const own = announcements.filter((one) => one.source === source.id && totalOf(one) > 0)
    const [state, waitMs] = await Promise.all([findSourceState(source.id), findRemainingWait(source.id)])
    return describeSource(source, { state, waitMs, announcements: own, job })
  })
  return { items: await Promise.all(items) }
}

function describeSource(
  source: Source,
  {
    state,
    waitMs,
    announcements,
    job,
  }: { state: SourceState; waitMs: number; announcements: readonly AnnouncementRecord[]; job: JobRecord | null },
): SourceStatus {
  const [newest] = announcements
  const running = job?.state === 'running' ? job : null
  return {
    id: source.id,
    name: source.name,
    enabled: state.enabled,
    state: stateOf(state, running !== null),
    last_success_at: state.last_success_at?.toISOString() ?? null,
    failing_since: state.failing_since?.toISOString() ?? null,
    failure: state.failing_since ? state.failure : null,
    failed_at: state.failing_since ? (state.failed_at?.toISOString() ?? null) : null,
    missing_days: 0,
    next_run_at: state.enabled ? nextRunAt(source, announcements).toISOString() : null,
    announced_on: newest?.day ?? null,
    papers_today: newest ? totalOf(newest) : 0,
    breaker: state.breaker,
    wait_ms: waitMs,
    running_job_id: running?._id ?? null,
  }
}

function stateOf({ enabled, failing_since, last_success_at }: SourceState, isRunning: boolean): SourceStatus['state'] {
  if (!enabled) return 'off'
  if (isRunning) return 'running'
  if (failing_since !== null) return 'failing'
  return last_success_at === null ? 'never' : 'ok'
}

/**
 * Returns the next check of the feeds, or the daily catch-up if that is earlier. If the expected announcement is
 * complete, the next check is the first one after the next announcement.
 */
function nextRunAt(source: Source, announcements: readonly AnnouncementRecord[]): Date {
  const at = now()
  const isComplete = announcements.some(({ day, complete }) => complete && day === source.expectedDay(at))
  const check = nextOf(FETCH_TIMES.expected, isComplete ? source.nextAnnouncementAt(at) : at)
  const catchUp = nextOf(FETCH_TIMES.catchUp, at)
  return check < catchUp ? check : catchUp
}

/** Both patterns match every day, so there is always a next run. */
const nextOf = (pattern: string, from: Date): Date =>
  new Cron(pattern, { timezone: FETCH_TIMES.zone, paused: true }).nextRun(from) ?? from
