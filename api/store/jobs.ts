import { model, Schema, type QueryFilter } from 'mongoose'
import type { Job, JobKind, JobProgress, JobState } from '../contract/jobs.ts'
import type { List } from '../contract/lists.ts'
import { now } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { isDuplicate } from './duplicates.ts'

export interface Lease {
  owner: string
  /** Server time. */
  expires_at: Date
}

export interface JobRecord {
  _id: string
  kind: JobKind
  state: JobState
  /** Queued or running. At most one open job has a `dedupe_key`. */
  open: boolean
  dedupe_key: string
  input: Record<string, unknown>
  requested_by: string
  /** Not before this, in the server's time. */
  run_at: Date
  lease: Lease | null
  /** Grows with each claim. A write that carries an older one is refused. */
  fence: number
  progress: JobProgress
  checkpoint: unknown
  counters: Record<string, number>
  error: string | null
  attempts: number
  /** Attempts since the last saved checkpoint. */
  fruitless: number
  cancel_requested: boolean
  queued_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** A job without its checkpoint, which may be large. */
export type ListedJob = Omit<JobRecord, 'checkpoint'>

const { Mixed } = Schema.Types
const schema = new Schema<JobRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    state: { type: String, required: true },
    open: { type: Boolean, required: true },
    dedupe_key: { type: String, required: true },
    input: { type: Mixed as never, required: true },
    requested_by: { type: String, required: true },
    run_at: { type: Date, required: true },
    lease: { type: Mixed as never, default: null },
    fence: { type: Number, required: true },
    progress: { type: Mixed as never, required: true },
    checkpoint: { type: Mixed as never, default: null },
    counters: { type: Mixed as never, required: true },
    error: { type: String, default: null },
    attempts: { type: Number, required: true },
    fruitless: { type: Number, required: true },
    cancel_requested: { type: Boolean, required: true },
    queued_at: { type: Date, required: true },
    started_at: { type: Date, default: null },
    finished_at: { type: Date, default: null },
  },
  { collection: 'jobs', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
schema.index({ dedupe_key: 1 }, { name: 'open', unique: true, partialFilterExpression: { open: true } })
schema.index({ open: 1, run_at: 1 }, { name: 'due' })
schema.index({ queued_at: -1, _id: -1 }, { name: 'newest' })

/** For this room only. */
export const Jobs = model('Job', schema)

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
  const job: JobRecord = {
    _id,
    ...request,
    state: 'queued',
    open: true,
    run_at: new Date(Date.now() + delayMs),
    lease: null,
    fence: 0,
    progress: { done: 0, unit: 'steps', step: 'waiting' },
    checkpoint: null,
    counters: {},
    error: null,
    attempts: 0,
    fruitless: 0,
    cancel_requested: false,
    queued_at: now(),
    started_at: null,
    finished_at: null,
  }
  try {
    await Jobs.create(job)
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    const open = await Jobs.findOne({ dedupe_key: request.dedupe_key, open: true }, { _id: 1 }).lean()
    // It ended between the two: there is room now.
    if (open === null) return enqueueJob({ delayMs, ...request })
    throw new AppError('already-running', 'Such a job is already waiting or running.', { cause, jobId: open._id })
  }
  tell(_id)
  return job
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

/** Stops a waiting job, and asks a running one to stop. Does nothing to one that has ended. Throws "not-found". */
export async function cancelJob(id: string): Promise<JobRecord> {
  const stopped = { state: 'cancelled' as const, open: false, finished_at: now() }
  const waiting = await Jobs.findOneAndUpdate(
    { _id: id, state: 'queued' },
    { $set: stopped },
    { returnDocument: 'after' },
  ).lean()
  if (waiting !== null) return waiting
  const asked = await Jobs.findOneAndUpdate(
    { _id: id, state: 'running' },
    { $set: { cancel_requested: true } },
    { returnDocument: 'after' },
  ).lean()
  tell(id)
  const job = asked ?? (await findJob(id))
  if (job === null) throw new AppError('not-found', 'There is no such job.')
  return job
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
