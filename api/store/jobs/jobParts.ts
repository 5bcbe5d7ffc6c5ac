import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { Jobs, newJob, type JobRecord, type ListedJob } from './jobModel.ts'
import { notifyListeners } from './jobs.ts'

/**
 * Queues the parts of a job, one for each of `inputs`. Their ids follow from their positions, so that a repeated call
 * with the same inputs queues no part again, whether it has ended or not.
 */
export async function enqueueParts(
  { _id: parent, kind, requested_by, run_at }: Pick<JobRecord, '_id' | 'kind' | 'requested_by' | 'run_at'>,
  inputs: readonly Record<string, unknown>[],
): Promise<void> {
  const operations = inputs.map((input, index) => {
    const _id = `${parent}:${index}`
    const part = { ...newJob(), kind, input, requested_by, parent, run_at, dedupe_key: _id }
    return { updateOne: { filter: { _id }, update: { $setOnInsert: part }, upsert: true } }
  })
  try {
    await Jobs.bulkWrite(operations, { ordered: false })
  } catch (error) {
    // The worker that had this job before queued the same part at the same moment.
    if (!isDuplicate(error)) throw error
  }
  await notifyListeners(parent)
}

/** The parts of a job. */
export const findParts = (parent: string): Promise<ListedJob[]> =>
  Jobs.find({ parent }, { checkpoint: 0, log: 0 }).lean().exec()

/** Cancels the queued parts of a job and requests that the running ones stop. Safe to repeat. */
export async function cancelParts(parent: string): Promise<void> {
  const cancelled = { state: 'cancelled' as const, open: false, finished_at: now() }
  await Jobs.updateMany({ parent, state: 'queued' }, { $set: cancelled })
  await Jobs.updateMany({ parent, state: 'running' }, { $set: { cancel_requested: true } })
  const running = await Jobs.find({ parent, open: true }, { _id: 1 }).lean()
  await Promise.all(running.map(({ _id }) => notifyListeners(_id)))
}
