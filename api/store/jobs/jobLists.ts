import type { QueryFilter } from 'mongoose'
import type { JobKind, JobState } from '../../contract/jobKinds.ts'
import type { List } from '../../contract/lists.ts'
import { Jobs, type JobRecord, type ListedJob } from './jobModel.ts'

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

/** The days from `since` on that wait for their cards, or get them now. */
export const findWaitingDays = (since: string): Promise<string[]> =>
  Jobs.distinct('input.day', { ...WAITING, 'input.day': { $gte: since } }) as Promise<unknown[]> as Promise<string[]>
