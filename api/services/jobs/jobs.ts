import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { Job } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { jobAttempts } from '../../platform/metrics.ts'
import {
  cancelJob as cancelStored,
  enqueueJob,
  findJob,
  findJobs,
  onJobChanged,
  toJob,
  type JobRecord,
  type JobRequest,
} from '../../store/jobs/jobs.ts'
import { saveHeartbeat, removeWorker } from '../../store/jobs/workers.ts'

/** How often a watched job is looked at. */
const WATCH_MS = 300
/** Connections that are silent for ten seconds are closed by the server. */
const SILENCE_MS = 5_000

/** Queues a job. Throws "already-running" with the open job's id. */
export async function startJob(request: JobRequest): Promise<Job> {
  return toJob(await enqueueJob(request))
}

/** Queues a job unless such a one is open: then that one does the work. Answers whether it was queued. */
export async function requestJob(request: JobRequest): Promise<boolean> {
  try {
    await enqueueJob(request)
    return true
  } catch (error) {
    // What was asked for is under way already.
    if (error instanceof AppError && error.code === 'already-running') return false
    throw error
  }
}

/** Newest first. */
export async function listJobs(query: {
  skip?: number
  limit?: number
  kind?: JobKind
  state?: JobState
}): Promise<List<Job>> {
  const { items, ...rest } = await findJobs({ ...query, skip: query.skip ?? 0, limit: query.limit ?? 20 })
  return { ...rest, items: items.map(toJob) }
}

/** Throws "not-found". */
export async function getJob(id: string): Promise<Job> {
  return toJob(await getStored(id))
}

/** Stops a waiting job at once and asks a running one to stop. Throws "not-found". */
export async function cancelJob(id: string): Promise<Job> {
  const { job, wasWaiting } = await cancelStored(id)
  const { kind, state } = job
  if (wasWaiting) {
    jobAttempts.inc({ kind, outcome: 'cancelled' })
    log.info({ job: id, kind, outcome: 'cancelled' }, 'job cancelled before it started')
  } else if (state === 'running') log.info({ job: id, kind }, 'job asked to stop')
  return toJob(job)
}

/** Queues a job that ended once more, with the same input. Throws "not-found", "already-running". */
export async function retryJob(id: string, requestedBy: string): Promise<Job> {
  const { _id, kind, input, dedupe_key, open } = await getStored(id)
  if (open) throw new AppError('already-running', 'This job has not ended yet.', { jobId: _id })
  return startJob({ kind, input, dedupe_key, requested_by: requestedBy })
}

/**
 * The job as it is now and after each change, until it has ended; null when nothing changed for a while, so that a
 * connection is not taken for dead. Throws "not-found" at the first step.
 */
export async function* watchJob(id: string, signal: AbortSignal): AsyncGenerator<Job | null> {
  let told = ''
  let toldAt = performance.now()
  while (!signal.aborted) {
    const record = await getStored(id)
    const job = toJob(record)
    const text = JSON.stringify(job)
    const isNews = text !== told
    if (isNews || performance.now() - toldAt > SILENCE_MS) {
      yield isNews ? job : null
      told = text
      toldAt = performance.now()
    }
    if (!record.open) return
    await waitForChange(id, signal)
  }
}

/** Says that a worker is there and how many jobs it runs. */
export const recordHeartbeat = saveHeartbeat
/** A worker that stopped in good order is no longer expected. */
export const removeHeartbeat = removeWorker

async function getStored(id: string): Promise<JobRecord> {
  const record = await findJob(id)
  if (record === null) throw new AppError('not-found', 'There is no such job.')
  return record
}

/** Waits until this process changes the job, but not for longer than `WATCH_MS`: other processes change it too. */
async function waitForChange(id: string, signal: AbortSignal): Promise<void> {
  const changed = new AbortController()
  const unsubscribe = onJobChanged((changedId) => {
    if (changedId === id) changed.abort()
  })
  // A change and the end of the watching cut the pause short.
  await sleep(WATCH_MS, undefined, { signal: AbortSignal.any([signal, changed.signal]) }).catch(() => undefined)
  unsubscribe()
}
