import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { ownedBy } from './workers.ts'
import { addToLog, type Logged } from './jobLog.ts'
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
const inFuture = (ms: number) => ({ $add: ['$$NOW', ms] })

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

/** Identifies a job that this worker runs. Writes with an older fence are rejected. */
export type Claim = Pick<JobRecord, '_id' | 'fence'>

const owned = ({ _id, fence }: Claim) => ({ _id, fence, state: 'running' as const })

/** An attempt whose worker was killed says nothing of the job when the attempt before it began longer ago than this. */
const CRASHES_TOGETHER_MS = 3_600_000

/** Claims a queued job that is due, or a running one whose lease has expired. Returns null when there is none. */
export async function claimJob(owner: string, leaseMs: number): Promise<JobRecord | null> {
  const due = { state: 'queued' as const, $expr: { $lte: ['$run_at', '$$NOW'] } }
  const expired = { state: 'running' as const, $expr: { $lte: ['$lease.expires_at', '$$NOW'] } }
  const at = now()
  const claim = {
    state: 'running',
    // A job that waits has no lease, so an owner found here is one that stopped renewing.
    lease: { owner, expires_at: inFuture(leaseMs), taken_from: { $ifNull: ['$lease.owner', null] } },
    fence: { $add: ['$fence', 1] },
    attempts: { $add: ['$attempts', 1] },
    attempts_without_progress: {
      $cond: [
        {
          $and: [
            { $eq: ['$state', 'running'] },
            { $lt: ['$claimed_at', { $subtract: [at, CRASHES_TOGETHER_MS] }] },
            { $gt: ['$claimed_at', null] },
          ],
        },
        1,
        { $add: ['$attempts_without_progress', 1] },
      ],
    },
    claimed_at: at,
    // Jobs of earlier versions do not have the field.
    failed_attempts: { $ifNull: ['$failed_attempts', 0] },
    started_at: { $ifNull: ['$started_at', at] },
  }
  return Jobs.findOneAndUpdate({ open: true, $or: [due, expired] }, [{ $set: claim }], {
    sort: { run_at: 1 },
    returnDocument: 'after',
    updatePipeline: true,
  }).lean()
}

/**
 * Ends the leases of all workers of `installation` (the first part of their ids), which must have ended: their jobs can
 * be claimed at once. The fences increase, so that a worker that was only paused cannot write. Returns how many.
 */
export async function releaseLeases(installation: string): Promise<number> {
  const held = { open: true, state: 'running' as const, 'lease.owner': ownedBy(installation) }
  const released = { 'lease.expires_at': '$$NOW', fence: { $add: ['$fence', 1] } }
  const { modifiedCount } = await Jobs.updateMany(held, [{ $set: released }], { updatePipeline: true })
  return modifiedCount
}

/** Extends the lease. Returns null when this worker no longer owns the job. */
export async function renewLease(claim: Claim, leaseMs: number): Promise<{ cancel_requested: boolean } | null> {
  return Jobs.findOneAndUpdate(owned(claim), [{ $set: { 'lease.expires_at': inFuture(leaseMs) } }], {
    projection: { cancel_requested: 1 },
    returnDocument: 'after',
    updatePipeline: true,
  }).lean()
}

/** Stores the progress of a running job. Returns null when this worker no longer owns the job. */
export async function updateRunningJob(
  claim: Claim,
  changes: Partial<Pick<JobRecord, 'progress' | 'checkpoint' | 'counters' | 'attempts_without_progress'>>,
  logged: Logged = {},
): Promise<{ cancel_requested: boolean } | null> {
  const { $set, ...log } = addToLog(logged)
  const update = { $set: { ...changes, ...$set }, ...log }
  return Jobs.findOneAndUpdate(owned(claim), update, { projection: { cancel_requested: 1 } }).lean()
}

/** Ends a running job. Returns false when this worker no longer owns it. */
export async function finishJob(
  claim: Claim,
  end: { state: Exclude<JobState, 'queued' | 'running'>; error: string | null; counters: Record<string, number> },
  logged: Logged = {},
): Promise<boolean> {
  const { $set, ...log } = addToLog(logged)
  const changes = { ...end, open: false, lease: null, finished_at: now() }
  const { matchedCount } = await Jobs.updateOne(owned(claim), { $set: { ...changes, ...$set }, ...log })
  return matchedCount === 1
}

interface Requeue {
  delayMs: number
  /** Why the attempt ended; null keeps the cause of an earlier one. */
  error: string | null
  /** False for an attempt that was stopped or refused: it is not counted. */
  hasFailed: boolean
}

/**
 * Requeues a running job, to continue from its checkpoint after `delayMs`. Returns false when this worker no longer owns
 * the job.
 */
export async function requeueJob(claim: Claim, { delayMs, error, hasFailed }: Requeue): Promise<boolean> {
  const requeued = {
    state: 'queued',
    lease: null,
    run_at: inFuture(delayMs),
    ...(error !== null && { error: { $literal: error } }),
    ...(hasFailed
      ? { failed_attempts: { $add: ['$failed_attempts', 1] } }
      : {
          attempts: { $subtract: ['$attempts', 1] },
          attempts_without_progress: { $max: [0, { $subtract: ['$attempts_without_progress', 1] }] },
        }),
  }
  const { matchedCount } = await Jobs.updateOne(owned(claim), [{ $set: requeued }], { updatePipeline: true })
  if (matchedCount === 1) await notifyListeners(claim._id)
  return matchedCount === 1
}
