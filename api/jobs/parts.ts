import { setTimeout as sleep } from 'node:timers/promises'
import type { JobProgress } from '../contract/jobs.ts'
import { AppError } from '../platform/errors.ts'
import type { JobContext } from '../services/jobs/jobContext.ts'
import { enqueueParts, findParts } from '../store/jobs/jobParts.ts'
import type { JobRecord } from '../store/jobs/jobs.ts'

/** How often the parts are read, in ms. */
const POLL_MS = 500

/**
 * Queues a part of `job` for each of `inputs` and waits until all have ended, which any worker does. The progress of the
 * job is the sum of theirs, and so are its counters at the end. Throws "conflict" when a part failed, and like
 * `run.progress`.
 */
export async function runParts(
  job: JobRecord,
  run: Pick<JobContext, 'signal' | 'progress' | 'save' | 'count'>,
  { inputs, ...whole }: { inputs: readonly Record<string, unknown>[] } & Pick<JobProgress, 'total' | 'unit' | 'step'>,
): Promise<void> {
  await enqueueParts(job, inputs)
  let shown = -1
  for (;;) {
    const parts = await findParts(job._id)
    const done = parts.reduce((sum, { progress }) => sum + progress.done, 0)
    // Readers may have joined since they were counted.
    const total = Math.max(done, whole.total ?? done)
    if (done !== shown) {
      await run.progress({ ...whole, done, total })
      // What the parts do is progress of the job: its attempts are counted anew.
      await run.save({ done })
    }
    shown = done
    if (parts.every(({ open }) => !open)) {
      const failed = parts.find(({ state }) => state !== 'succeeded')
      if (failed) throw new AppError('conflict', failed.error ?? 'A part of this job was cancelled.')
      for (const { counters } of parts) for (const [name, by] of Object.entries(counters)) run.count(name, by)
      return
    }
    await sleep(POLL_MS, undefined, { signal: run.signal })
  }
}
