import type { JobState } from '../../contract/jobKinds.ts'
import { now } from '../../platform/clock.ts'
import { addToLog, type Logged } from './jobLog.ts'
import { Jobs, type JobRecord } from './jobModel.ts'
import { enqueueUnlessOpen, inFuture, notifyListeners } from './jobs.ts'
import { ownedBy } from './workers.ts'

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

/** Ends a running job, and queues the one that follows it. Returns false when this worker no longer owns it. */
export async function finishJob(
  claim: Claim,
  end: { state: Exclude<JobState, 'queued' | 'running'>; error: string | null; counters: Record<string, number> },
  logged: Logged = {},
): Promise<boolean> {
  const { $set, ...log } = addToLog(logged)
  const changes = { ...end, open: false, lease: null, finished_at: now() }
  const job = await Jobs.findOneAndUpdate(
    owned(claim),
    { $set: { ...changes, ...$set }, ...log },
    { projection: { followed: 1, kind: 1, input: 1, dedupe_key: 1, requested_by: 1 } },
  ).lean()
  if (job === null) return false
  const { followed = false, kind, input, dedupe_key, requested_by } = job
  if (followed && end.state !== 'cancelled') await enqueueUnlessOpen({ kind, input, dedupe_key, requested_by })
  return true
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
