import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { Job, JobLog } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { jobAttempts } from '../../platform/metrics.ts'
import {
  cancelJob as cancelStored,
  enqueueJob,
  enqueueUnlessOpen,
  findJob,
  followOpenJob,
  onJobChanged,
  type JobRecord,
  type JobRequest,
} from '../../store/jobs/jobs.ts'
import { findJobs } from '../../store/jobs/jobLists.ts'
import { findJobLog } from '../../store/jobs/jobLog.ts'
import { cancelParts } from '../../store/jobs/jobParts.ts'
import { toJob } from '../../store/jobs/jobShape.ts'
import { saveHeartbeat, removeWorker } from '../../store/jobs/workers.ts'

/** How often a watched job is read, in ms. */
const WATCH_MS = 300
/** How often an unchanged job is reported, in ms: the server closes connections that are idle for ten seconds. */
const KEEP_ALIVE_MS = 5_000

/** Queues a job. Throws "already-running" with the id of the open job that has the same `dedupe_key`. */
export async function startJob(request: JobRequest): Promise<Job> {
  return toJob(await enqueueJob(request))
}

/** Queues a job unless one with the same `dedupe_key` is open. Returns whether it was queued. */
export const requestJob = (request: JobRequest): Promise<boolean> => enqueueUnlessOpen(request)

/** As `requestJob`, for work that is new: an open job may have passed it, and is followed by another one then. */
export async function requestNewWork(request: JobRequest): Promise<void> {
  if (await requestJob(request)) return
  // False: the open job has ended in between.
  if (!(await followOpenJob(request.dedupe_key))) await requestNewWork(request)
}

/** Lists jobs, newest first. */
export async function listJobs(query: {
  skip?: number
  limit?: number
  kind?: JobKind
  state?: JobState
}): Promise<List<Job>> {
  const { items, ...rest } = await findJobs({ ...query, skip: query.skip ?? 0, limit: query.limit ?? 20 })
  return { ...rest, items: items.map(toJob) }
}

/** Returns a job. Throws "not-found". */
export async function getJob(id: string): Promise<Job> {
  return toJob(await getStored(id))
}

/** Cancels a queued job at once; requests the cancellation of a running one. Throws "not-found". */
export async function cancelJob(id: string): Promise<Job> {
  const { job, wasWaiting } = await cancelStored(id)
  const { kind, state } = job
  if (wasWaiting) {
    await cancelParts(id)
    jobAttempts.inc({ kind, outcome: 'cancelled' })
    log.info({ job: id, kind, outcome: 'cancelled' }, 'job cancelled before it started')
  } else if (state === 'running') log.info({ job: id, kind }, 'job cancellation requested')
  return toJob(job)
}

/** Returns the log of a job. Throws "not-found". */
export async function getJobLog(id: string): Promise<JobLog> {
  const log = await findJobLog(id)
  if (log === null) throw new AppError('not-found', 'There is no such job.')
  return log
}

/**
 * Queues a finished job again, with the same input. With `failedOnly` it goes on from the checkpoint of the run, so that
 * what was done is not done again. Throws "not-found", "already-running" while the job is open, and "conflict" for a
 * kind of job that has nothing to go on from.
 */
export async function retryJob(id: string, requestedBy: string, { failedOnly = false } = {}): Promise<Job> {
  const record = await getStored(id)
  const { _id, kind, input, dedupe_key, open, checkpoint } = record
  if (open) throw new AppError('already-running', 'This job has not ended yet.', { jobId: _id })
  if (failedOnly && !toJob(record).resumable)
    throw new AppError('conflict', 'Of this run there is no failed part to retry alone. Retry all of it.')
  return startJob({ kind, input, dedupe_key, requested_by: requestedBy, ...(failedOnly && { checkpoint }) })
}

/**
 * Yields the job now and after each change, until it has ended. Yields null after 5 s without a change, so that the
 * connection is not closed as idle. The first step throws "not-found" for an unknown job.
 */
export async function* watchJob(id: string, signal: AbortSignal): AsyncGenerator<Job | null> {
  let lastSent = ''
  let lastSentAt = performance.now()
  while (!signal.aborted) {
    const record = await getStored(id)
    const job = toJob(record)
    // The running time alone is no change.
    const text = JSON.stringify({ ...job, elapsed_ms: 0 })
    const hasChanged = text !== lastSent
    if (hasChanged || performance.now() - lastSentAt > KEEP_ALIVE_MS) {
      yield hasChanged ? job : null
      lastSent = text
      lastSentAt = performance.now()
    }
    if (!record.open) return
    await waitForChange(id, signal)
  }
}

/** Stores a worker's heartbeat and how many jobs it runs. */
export const recordHeartbeat = saveHeartbeat
/** Removes the heartbeat of a worker that shut down cleanly. */
export const removeHeartbeat = removeWorker

async function getStored(id: string): Promise<JobRecord> {
  const record = await findJob(id)
  if (record === null) throw new AppError('not-found', 'There is no such job.')
  return record
}

/** Waits until this process changes the job, at most `WATCH_MS`, because other processes change it, too. */
async function waitForChange(id: string, signal: AbortSignal): Promise<void> {
  const changed = new AbortController()
  const unsubscribe = onJobChanged((changedId) => {
    if (changedId === id) changed.abort()
  })
  // A change, or the abort of `signal`, ends the pause early.
  await sleep(WATCH_MS, undefined, { signal: AbortSignal.any([signal, changed.signal]) }).catch(() => undefined)
  unsubscribe()
}
