import type { QueryFilter } from 'mongoose'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { List } from '../../contract/lists.ts'
import { Jobs, type JobRecord, type ListedJob } from './jobModel.ts'
import { INGEST_KEY, SAMPLES_KEY } from './jobs.ts'

/** Matches jobs that are not parts of others. */
const WHOLE = { parent: { $exists: false } } as const

/** Jobs without the parts of jobs, newest first. */
export async function findJobs(query: {
  skip: number
  limit: number
  kind?: JobKind
  state?: JobState
}): Promise<List<ListedJob>> {
  const { skip, limit, kind, state } = query
  const filter: QueryFilter<JobRecord> = { ...WHOLE, ...(kind && { kind }), ...(state && { state }) }
  const [items, total] = await Promise.all([
    Jobs.find(filter, { checkpoint: 0, log: 0 }).sort({ queued_at: -1, _id: -1 }).skip(skip).limit(limit).lean(),
    Jobs.countDocuments(filter),
  ])
  return { items, total, skip, limit }
}

/** Jobs without the parts of jobs, queued at or after `since`, newest first. */
export async function findJobsSince(since: Date): Promise<ListedJob[]> {
  return Jobs.find({ ...WHOLE, queued_at: { $gte: since } }, { checkpoint: 0, log: 0 })
    .sort({ queued_at: -1 })
    .lean()
}

/** A day that has failed is not waited for. */
const WAITING = { kind: 'deliver', open: true, error: null } as const

/** Whether an earlier day than `day` waits for its cards, or gets them now. */
export const isEarlierDayWaiting = async (day: string): Promise<boolean> =>
  (await Jobs.exists({ ...WAITING, 'input.day': { $lt: day } })) !== null

/** The open jobs from which a reader gets papers soon. */
export interface ComingWork {
  /** The fetch of announcements. */
  fetch: ListedJob | null
  samples: ListedJob | null
  /** The days that wait for their cards, or get them now. */
  waiting: string[]
}

export async function findComingWork(): Promise<ComingWork> {
  const filter = { open: true, $or: [{ dedupe_key: { $in: [INGEST_KEY, SAMPLES_KEY] } }, WAITING] }
  const found: ListedJob[] = await Jobs.find(filter, { checkpoint: 0, log: 0 }).lean()
  const withKey = (key: string) => found.find(({ dedupe_key }) => dedupe_key === key) ?? null
  const waiting = found.filter(({ kind, error }) => kind === WAITING.kind && error === WAITING.error)
  return {
    fetch: withKey(INGEST_KEY),
    samples: withKey(SAMPLES_KEY),
    waiting: [...new Set(waiting.map(({ input }) => (input as { day: string }).day))],
  }
}

/**
 * The jobs, parts of jobs included, that a worker may run now and none runs: how many, and for how many seconds the first
 * of them has been due. In the database server's time, as claims are.
 */
export async function measureDueJobs(): Promise<{ due: number; seconds: number }> {
  const isDue = { open: true, state: 'queued' as const, $expr: { $lte: ['$run_at', '$$NOW'] } }
  const waited = { $dateDiff: { startDate: '$run_at', endDate: '$$NOW', unit: 'second' } }
  const [found] = await Jobs.aggregate<{ due: number; seconds: number }>([
    { $match: isDue },
    { $group: { _id: null, due: { $sum: 1 }, seconds: { $max: waited } } },
    { $project: { _id: 0 } },
  ])
  return found ?? { due: 0, seconds: 0 }
}

/** Those of these jobs that have not ended. */
export const findOpenAmong = (ids: readonly string[]): Promise<string[]> =>
  Jobs.distinct('_id', { _id: { $in: [...ids] }, open: true })
