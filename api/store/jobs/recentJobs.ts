import { Jobs, type ListedJob } from './jobModel.ts'

/** Jobs without the parts of jobs, queued at or after `since`, newest first. */
export async function findJobsSince(since: Date): Promise<ListedJob[]> {
  return Jobs.find({ parent: { $exists: false }, queued_at: { $gte: since } }, { checkpoint: 0, log: 0 })
    .sort({ queued_at: -1 })
    .lean()
}
