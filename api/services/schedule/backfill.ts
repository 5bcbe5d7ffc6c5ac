import type { BackfillEstimate, BackfillInput, Days } from '../../contract/days.ts'
import type { Job } from '../../contract/jobs.ts'
import { BACKFILL_DAYS_MAX, LEDGER_DAYS } from '../../contract/limits.ts'
import { addDays, ARXIV_ZONE, dayIn, now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { INGEST_KEY } from '../../store/jobs/jobs.ts'
import { findAnnouncementsSince, totalOf } from '../../store/papers/announcements.ts'
import { findUnfilled } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { listDays, listOpenDays, reportDays } from '../days/dayStates.ts'
import { findFollowedArchives } from '../days/followedCategories.ts'
import type { IngestInput } from '../ingestion/ingestCheckpoint.ts'
import { startJob } from '../jobs/jobs.ts'
import type { Sources } from '../product.ts'
import { readGap } from './schedule.ts'

/** Records of one OAI-PMH page, as arXiv sends it. */
const CHANGES_PAGE = 2_500
/** Papers that are new or revised on a working day over all of arXiv. A later revision moves a paper to its day. */
const CHANGES_PER_DAY = 2_400
/** Rows that a preprint server posts on a day, versions included, and those of one of its pages. */
const POSTED_PER_DAY = 200
const POSTED_PAGE = 30
/** Papers of one request for exact times. */
const FILL_PAGE = 100
/** Typical duration of a request, without the pause after it. */
const REQUEST_MS = 5_000

/**
 * Returns the days of the range, newest first: by default the last eight weeks. Throws "invalid-input" for a
 * day that does not exist, a reversed or too long range, and an unknown source.
 */
export async function describeDays(
  all: Sources,
  { from, until, source }: { from?: string; until?: string; source?: string },
): Promise<Days> {
  const sources = chooseSources(all, source)
  const last = until ?? newestDay(sources)
  const first = from ?? addDays(last, -LEDGER_DAYS)
  checkRange(first, last)
  const days = await Promise.all(
    sources.map(async (one) =>
      reportDays(one, { from: first, until: last, archives: await findFollowedArchives(one.id) }),
    ),
  )
  const items = days.flat().toSorted((a, b) => b.day.localeCompare(a.day))
  return { items, total: items.length, missing: items.filter(({ state }) => state === 'missing').length }
}

/** Returns how much a back-fill would read. Throws as `startBackfill` does. */
export async function estimateBackfill(sources: Sources, input: BackfillInput): Promise<BackfillEstimate> {
  const estimates = await Promise.all(checkBackfill(sources, input).map((source) => estimate(source, input)))
  return {
    days: estimates.reduce((sum, { days }) => sum + days, 0),
    requests: estimates.reduce((sum, { requests }) => sum + requests, 0),
    seconds: estimates.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/**
 * Queues a fetch of the announcements of a range of days; days that are not missing are read again. Throws
 * "invalid-input" for a range that cannot be read, "conflict" if the sources are switched off, and "already-running".
 */
export async function startBackfill(sources: Sources, admin: UserRecord, input: BackfillInput): Promise<Job> {
  const states = await Promise.all(checkBackfill(sources, input).map(({ id }) => findSourceState(id)))
  if (states.every(({ enabled }) => !enabled))
    throw new AppError('conflict', 'The source is switched off. Switch it on to fetch from it.')
  const { source, from, until } = input
  const job: IngestInput = { ...(source !== undefined && { source }), from, until }
  return startJob({ kind: 'ingest', input: { ...job }, dedupe_key: INGEST_KEY, requested_by: admin._id })
}

async function estimate(source: AnnouncingSource, { from, until }: BackfillInput): Promise<BackfillEstimate> {
  const archives = await findFollowedArchives(source.id)
  if (archives.length === 0) return { days: 0, requests: 0, seconds: 0 }
  const newest = source.announcements.expectedDay(now())
  const [{ kept_since, gap_ms }, rows, announcements, unfilled] = await Promise.all([
    findSourceState(source.id),
    listDays(source, { from, until, archives }),
    findAnnouncementsSince(addDays(newest, -LEDGER_DAYS)),
    findUnfilled(source.id, from),
  ])
  const missing = new Set(rows.filter(({ state }) => state === 'missing').map(({ day }) => day))
  // The ledger leaves out the days before the library was kept, which the back-fill reads.
  const isUnkept = (day: string) => archives.some((archive) => (kept_since[archive] ?? '9999') > day)
  const days = listOpenDays(source, from, until < newest ? until : newest)

  const sizes = announcements.filter((one) => one.source === source.id).map(totalOf)
  const measured = sizes.length === 0 ? 0 : sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  // The list of changes is that of all archives: what the library keeps of it can only be less.
  const changes = listOpenDays(source, from, newest).length * Math.max(CHANGES_PER_DAY, measured)
  const requests =
    source.announcements.kind === 'dated'
      ? Math.ceil((days.length * Math.max(POSTED_PER_DAY, measured)) / POSTED_PAGE)
      : Math.ceil(changes / CHANGES_PAGE) + Math.ceil(unfilled.length / FILL_PAGE)
  const pauseMs = await readGap(source, { gap_ms })
  return {
    days: days.filter((day) => missing.has(day) || isUnkept(day)).length,
    requests,
    seconds: Math.ceil((requests * (pauseMs + REQUEST_MS)) / 1_000),
  }
}

/** Returns the sources of a back-fill. */
function checkBackfill(all: Sources, { from, until, source }: BackfillInput): AnnouncingSource[] {
  const sources = chooseSources(all, source)
  checkRange(from, until)
  const newest = newestDay(sources)
  if (until > newest) throw invalidField('until', `The newest day is ${newest}.`)
  const earliest = sources.map(({ announcements }) => announcements.earliestDay).toSorted()[0]
  if (earliest !== undefined && from < earliest) throw invalidField('from', `The earliest day is ${earliest}.`)
  return sources
}

function chooseSources(all: Sources, id: string | undefined): AnnouncingSource[] {
  const chosen = all.announcing().filter((source) => id === undefined || source.id === id)
  if (id !== undefined && chosen.length === 0) throw invalidField('source', `There is no source “${id}”.`)
  return chosen
}

/** Today, or the next announcement day if its announcement is already published. */
function newestDay(sources: readonly AnnouncingSource[]): string {
  const today = dayIn(ARXIV_ZONE, now())
  return sources.reduce((newest, source) => {
    const expected = source.announcements.expectedDay(now())
    return expected > newest ? expected : newest
  }, today)
}

function checkRange(from: string, until: string): void {
  if (from > until) throw invalidField('from', `It must not be after ${until}.`)
  if (addDays(from, BACKFILL_DAYS_MAX - 1) < until)
    throw invalidField('from', `The range may have at most ${BACKFILL_DAYS_MAX} days.`)
}
