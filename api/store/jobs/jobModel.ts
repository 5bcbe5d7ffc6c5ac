import { model, Schema } from 'mongoose'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { JobLog, JobProgress } from '../../contract/jobs.ts'
import { now } from '../../platform/clock.ts'

export interface Lease {
  owner: string
  /** In the database server's time. */
  expires_at: Date
  /** The worker whose lease had expired when this one claimed the job; null for a job that waited. */
  taken_from: string | null
}

export interface JobRecord {
  _id: string
  kind: JobKind
  state: JobState
  /** Queued or running. At most one open job has a given `dedupe_key`. */
  open: boolean
  dedupe_key: string
  input: Record<string, unknown>
  requested_by: string
  /** The job that this one is a part of. Absent for a whole job. */
  parent?: string
  /** Earliest start, in the database server's time. */
  run_at: Date
  lease: Lease | null
  /** Increases with each claim. A write with an older fence is rejected. */
  fence: number
  progress: JobProgress
  checkpoint: unknown
  counters: Record<string, number>
  error: string | null
  /** Absent before the first attempt, and some time after the end. */
  log?: Omit<JobLog, 'kept'>
  attempts: number
  /** Attempts since the last saved checkpoint. Those whose worker was killed count only while they follow each other. */
  attempts_without_progress: number
  /** Start of the newest attempt; absent before the first one and in jobs of earlier versions. */
  claimed_at?: Date
  /** Attempts that ended with an error. */
  failed_attempts: number
  cancel_requested: boolean
  /** Whether another job with the same input is queued when this one ends. Absent for false. */
  followed?: boolean
  queued_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** A job without its checkpoint and its log, which may be large. */
export type ListedJob = Omit<JobRecord, 'checkpoint' | 'log'>

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
    parent: { type: String, default: undefined },
    run_at: { type: Date, required: true },
    lease: { type: Mixed as never, default: null },
    fence: { type: Number, required: true },
    progress: { type: Mixed as never, required: true },
    checkpoint: { type: Mixed as never, default: null },
    counters: { type: Mixed as never, required: true },
    error: { type: String, default: null },
    log: { type: Mixed as never, default: undefined },
    attempts: { type: Number, required: true },
    attempts_without_progress: { type: Number, required: true },
    claimed_at: { type: Date, default: undefined },
    failed_attempts: { type: Number, required: true },
    cancel_requested: { type: Boolean, required: true },
    followed: { type: Boolean, default: undefined },
    queued_at: { type: Date, required: true },
    started_at: { type: Date, default: null },
    finished_at: { type: Date, default: null },
  },
  { collection: 'jobs', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
schema.index({ dedupe_key: 1 }, { name: 'open', unique: true, partialFilterExpression: { open: true } })
schema.index({ open: 1, run_at: 1 }, { name: 'due' })
schema.index({ queued_at: -1, _id: -1 }, { name: 'newest' })
schema.index({ parent: 1 }, { name: 'parts', sparse: true })

/** Used in api/store only. */
export const Jobs = model('Job', schema)

/** The fields of a job that waits for its first attempt, without those of its request. */
export const newJob = () => ({
  state: 'queued' as const,
  open: true,
  lease: null,
  fence: 0,
  progress: { done: 0, unit: 'steps', step: 'waiting' },
  checkpoint: null,
  counters: {},
  error: null,
  attempts: 0,
  attempts_without_progress: 0,
  failed_attempts: 0,
  cancel_requested: false,
  queued_at: now(),
  started_at: null,
  finished_at: null,
})
