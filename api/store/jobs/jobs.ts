import type { JobKind } from '../../contract/jobKinds.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { addToLog } from './jobLog.ts'
import { Jobs, newJob, type JobRecord } from './jobModel.ts'

export type { JobRecord, ListedJob } from './jobModel.ts'

export interface JobRequest {
  kind: JobKind
  input: Record<string, unknown>
  /** At most one open job has this key. */
  dedupe_key: string
  /** User id, "schedule" or "start". */
  requested_by: string
  /** Milliseconds from now until it may start. */
  delayMs?: number
  /** Of an earlier job, whose work this one goes on with. */
  checkpoint?: unknown
}

/** In the database server's time: clocks of hosts differ. */
export const inFuture = (ms: number) => ({ $add: ['$$NOW', ms] })

type Listener = (jobId: string) => void | Promise<void>
const listeners = new Set<Listener>()

/**
 * Calls `listener` for each job that this process queues or cancels; jobs of other processes are found by polling.
 * Returns a function that removes the listener.
 */
export function onJobChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves when the listeners have done what they do about the change. */
export async function notifyListeners(jobId: string): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener(jobId)))
}

/** Queues a job. Throws "already-running" with the open job's id when one with the same `dedupe_key` is open. */
export async function enqueueJob({ delayMs = 0, ...request }: JobRequest): Promise<JobRecord> {
  const _id = crypto.randomUUID()
  const job: Omit<JobRecord, 'run_at'> = { _id, ...newJob(), ...request }
  try {
    const queued = await Jobs.findOneAndUpdate(
      { _id },
      [{ $replaceWith: { $mergeObjects: [{ $literal: job }, { run_at: inFuture(delayMs) }] } }],
      { upsert: true, returnDocument: 'after', updatePipeline: true },
    )
      .orFail()
      .lean()
    await notifyListeners(_id)
    return queued
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    const open = await Jobs.findOne({ dedupe_key: request.dedupe_key, open: true }, { _id: 1 }).lean()
    // The open job ended between the two queries: try again.
    if (open === null) return enqueueJob({ delayMs, ...request })
    throw new AppError('already-running', 'Such a job is already waiting or running.', { cause, jobId: open._id })
  }
}

/** Queues a job unless one with the same `dedupe_key` is open. Returns whether it was queued. */
export async function enqueueUnlessOpen(request: JobRequest): Promise<boolean> {
  try {
    await enqueueJob(request)
    return true
  } catch (error) {
    // Expected: the open job does the work.
    if (error instanceof AppError && error.code === 'already-running') return false
    throw error
  }
}

export async function findJob(id: string): Promise<JobRecord | null> {
  return Jobs.findById(id, { log: 0 }).lean()
}

/** Dedupe key of fetches of announcements: only one may be open at a time, whoever requested it. */
export const INGEST_KEY = 'ingest'
/** Dedupe key of the job that loads the sample library. */
export const SAMPLES_KEY = 'load-samples'

/** Returns the open job with this key, or null. */
export async function findOpenJob(dedupeKey: string): Promise<JobRecord | null> {
  return Jobs.findOne({ dedupe_key: dedupeKey, open: true }).lean()
}

/**
 * Lets another job follow the open one with this key, which may have passed what is asked of it now; one that has not
 * begun does it. Returns false when none is open.
 */
export async function followOpenJob(dedupeKey: string): Promise<boolean> {
  const followed = { $gt: ['$started_at', null] }
  const { matchedCount } = await Jobs.updateOne({ dedupe_key: dedupeKey, open: true }, [{ $set: { followed } }], {
    updatePipeline: true,
  })
  return matchedCount === 1
}

/** Adds a reader to those that the open job with this key saves its paper for. Returns the job, or null without one. */
export async function addSaver(dedupeKey: string, userId: string): Promise<JobRecord | null> {
  const saver = { $addToSet: { 'input.save_for': userId } }
  return Jobs.findOneAndUpdate({ dedupe_key: dedupeKey, open: true }, saver, { returnDocument: 'after' }).lean()
}

/**
 * Gives up the key of a job that saves its paper for nobody, so that the next request starts another job. Returns false
 * when it saves for somebody: a reader cannot be added to a job that has given up.
 */
export async function giveUpKey(id: string): Promise<boolean> {
  const isUnwanted = { _id: id, 'input.save_for': { $size: 0 } }
  return (await Jobs.updateOne(isUnwanted, { $set: { dedupe_key: id } })).matchedCount === 1
}

/**
 * Cancels a queued job (`wasWaiting`); requests that a running one stops. If it runs in this process, it has been told when
 * this resolves. Does nothing when it has ended. Throws "not-found".
 */
export async function cancelJob(id: string): Promise<{ job: JobRecord; wasWaiting: boolean }> {
  const cancelled = { state: 'cancelled' as const, open: false, finished_at: now() }
  const waiting = await Jobs.findOneAndUpdate(
    { _id: id, state: 'queued' },
    { ...addToLog({ line: { state: 'cancelled', progress: newJob().progress } }), $set: cancelled },
    { returnDocument: 'after' },
  ).lean()
  if (waiting !== null) return { job: waiting, wasWaiting: true }
  const running = await Jobs.findOneAndUpdate(
    { _id: id, state: 'running' },
    { $set: { cancel_requested: true } },
    { returnDocument: 'after' },
  ).lean()
  await notifyListeners(id)
  const job = running ?? (await findJob(id))
  if (job === null) throw new AppError('not-found', 'There is no such job.')
  return { job, wasWaiting: false }
}
