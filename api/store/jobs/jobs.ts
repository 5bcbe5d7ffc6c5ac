import type { QueryFilter } from 'mongoose'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { Job } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { Jobs, type JobRecord, type ListedJob } from './jobModel.ts'

export type { JobRecord, ListedJob } from './jobModel.ts'

export interface JobRequest {
  kind: JobKind
  input: Record<string, unknown>
  /** One open job at most has this key. */
  dedupe_key: string
  /** User id, "schedule" or "start". */
  requested_by: string
  /** Milliseconds from now before which it does not start. */
  delayMs?: number
}

/** The server's clock counts, not that of a host. */
const inFuture = (ms: number) => ({ $add: ['$$NOW', ms] })

type Listener = (jobId: string) => void
const listeners = new Set<Listener>()

/** Tells `listener` at once about jobs that this process queued or asked to stop. Other processes find them by asking. */
export function onJobChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(jobId: string): void {
  for (const listener of listeners) listener(jobId)
}

/** Queues a job. Throws "already-running" with the open job's id when one with the same `dedupe_key` is open. */
export async function enqueueJob({ delayMs = 0, ...request }: JobRequest): Promise<JobRecord> {
  const _id = crypto.randomUUID()
  const job: Omit<JobRecord, 'run_at'> = {
    _id,
    ...request,
    state: 'queued',
    open: true,
    lease: null,
    fence: 0,
    progress: { done: 0, unit: 'steps', step: 'waiting' },
    checkpoint: null,
    counters: {},
    error: null,
    attempts: 0,
    attempts_without_progress: 0,
    cancel_requested: false,
    queued_at: now(),
    started_at: null,
    finished_at: null,
  }
  try {
    const queued = await Jobs.findOneAndUpdate(
      { _id },
      [{ $replaceWith: { $mergeObjects: [{ $literal: job }, { run_at: inFuture(delayMs) }] } }],
      { upsert: true, returnDocument: 'after', updatePipeline: true },
    )
      .orFail()
      .lean()
    tell(_id)
    return queued
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    const open = await Jobs.findOne({ dedupe_key: request.dedupe_key, open: true }, { _id: 1 }).lean()
    // It ended between the two: there is room now.
    if (open === null) return enqueueJob({ delayMs, ...request })
    throw new AppError('already-running', 'Such a job is already waiting or running.', { cause, jobId: open._id })
  }
}

export async function findJob(id: string): Promise<JobRecord | null> {
  return Jobs.findById(id).lean()
}

/** The open job with this key, if there is one. */
export async function findOpenJob(dedupeKey: string): Promise<JobRecord | null> {
  return Jobs.findOne({ dedupe_key: dedupeKey, open: true }).lean()
}

/** Jobs, newest first. */
export async function findJobs(query: {
  skip: number
  limit: number
  kind?: JobKind
  state?: JobState
}): Promise<List<ListedJob>> {
  const { skip, limit, kind, state } = query
  const filter: QueryFilter<JobRecord> = { ...(kind && { kind }), ...(state && { state }) }
  const [items, total] = await Promise.all([
    Jobs.find(filter, { checkpoint: 0 }).sort({ queued_at: -1, _id: -1 }).skip(skip).limit(limit).lean(),
    Jobs.countDocuments(filter),
  ])
  return { items, total, skip, limit }
}

/** Jobs that began or ended at or after `since`, newest first. */
export async function findJobsSince(since: Date): Promise<ListedJob[]> {
  return Jobs.find({ queued_at: { $gte: since } }, { checkpoint: 0 })
    .sort({ queued_at: -1 })
    .lean()
}

/**
 * Stops a waiting job (`wasWaiting`), and asks a running one to stop. Does nothing to one that has ended.
 * Throws "not-found".
 */
export async function cancelJob(id: string): Promise<{ job: JobRecord; wasWaiting: boolean }> {
  const stopped = { state: 'cancelled' as const, open: false, finished_at: now() }
  const waiting = await Jobs.findOneAndUpdate(
    { _id: id, state: 'queued' },
    { $set: stopped },
    { returnDocument: 'after' },
  ).lean()
  if (waiting !== null) return { job: waiting, wasWaiting: true }
  const asked = await Jobs.findOneAndUpdate(
    { _id: id, state: 'running' },
    { $set: { cancel_requested: true } },
    { returnDocument: 'after' },
  ).lean()
  tell(id)
  const job = asked ?? (await findJob(id))
  if (job === null) throw new AppError('not-found', 'There is no such job.')
  return { job, wasWaiting: false }
}

/** The job as it is told to admins. */
export const toJob = (record: ListedJob): Job => ({
  id: record._id,
  kind: record.kind,
  state: record.state,
  progress: record.progress,
  counters: record.counters,
  attempts: record.attempts,
  queued_at: record.queued_at.toISOString(),
  started_at: record.started_at?.toISOString() ?? null,
  finished_at: record.finished_at?.toISOString() ?? null,
  ...(record.error !== null && { error: record.error }),
  requested_by: record.requested_by,
})

/** A job that this worker runs: writes with an older fence are refused. */
export type Claim = Pick<JobRecord, '_id' | 'fence'>

const owned = ({ _id, fence }: Claim) => ({ _id, fence, state: 'running' as const })

/** Takes a job that is due, or one whose worker was not heard of for the length of its lease; null when there is none. */
export async function claimJob(owner: string, leaseMs: number): Promise<JobRecord | null> {
  const due = { state: 'queued' as const, $expr: { $lte: ['$run_at', '$$NOW'] } }
  const forsaken = { state: 'running' as const, $expr: { $lte: ['$lease.expires_at', '$$NOW'] } }
  const claim = {
    state: 'running',
    // A job that waits has no lease, so an owner found here is one that stopped renewing.
    lease: { owner, expires_at: inFuture(leaseMs), taken_from: { $ifNull: ['$lease.owner', null] } },
    fence: { $add: ['$fence', 1] },
    attempts: { $add: ['$attempts', 1] },
    attempts_without_progress: { $add: ['$attempts_without_progress', 1] },
    started_at: { $ifNull: ['$started_at', now()] },
  }
  return Jobs.findOneAndUpdate({ open: true, $or: [due, forsaken] }, [{ $set: claim }], {
    sort: { run_at: 1 },
    returnDocument: 'after',
    updatePipeline: true,
  }).lean()
}

/** Lengthens the lease. Null when the job is no longer ours. */
export async function renewLease(claim: Claim, leaseMs: number): Promise<{ cancel_requested: boolean } | null> {
  return Jobs.findOneAndUpdate(owned(claim), [{ $set: { 'lease.expires_at': inFuture(leaseMs) } }], {
    projection: { cancel_requested: 1 },
    returnDocument: 'after',
    updatePipeline: true,
  }).lean()
}

/** Notes how far a running job is. Null when the job is no longer ours. */
export async function updateRunningJob(
  claim: Claim,
  changes: Partial<Pick<JobRecord, 'progress' | 'checkpoint' | 'counters' | 'attempts_without_progress'>>,
): Promise<{ cancel_requested: boolean } | null> {
  return Jobs.findOneAndUpdate(owned(claim), { $set: changes }, { projection: { cancel_requested: 1 } }).lean()
}

/** Ends a running job. False when it is no longer ours. */
export async function finishJob(
  claim: Claim,
  end: { state: Exclude<JobState, 'queued' | 'running'>; error: string | null; counters: Record<string, number> },
): Promise<boolean> {
  const changes = { ...end, open: false, lease: null, finished_at: now() }
  const { matchedCount } = await Jobs.updateOne(owned(claim), { $set: changes })
  return matchedCount === 1
}

/**
 * Puts a running job back, to be taken up from its checkpoint after `delayMs`: with `error` after a failure, without
 * when the worker only stops. False when it is no longer ours.
 */
export async function requeueJob(claim: Claim, { delayMs, error }: { delayMs: number; error: string | null }) {
  const back = { state: 'queued', lease: null, run_at: inFuture(delayMs) }
  const why =
    error === null
      ? { attempts_without_progress: { $subtract: ['$attempts_without_progress', 1] } }
      : { error: { $literal: error } }
  const { matchedCount } = await Jobs.updateOne(owned(claim), [{ $set: { ...back, ...why } }], { updatePipeline: true })
  if (matchedCount === 1) tell(claim._id)
  return matchedCount === 1
}
