import type { JobProgress } from '../../contract/jobs.ts'
import type { Log } from '../../platform/log.ts'

/** Passed to a job's function by the worker that runs it. */
export interface JobContext {
  readonly id: string
  /** Adds the job's id, kind and attempt to each line. */
  readonly log: Log
  /** Aborted when the job must stop: it was cancelled, another worker took it over, or the process is stopping. */
  readonly signal: AbortSignal
  /** The checkpoint last stored by an earlier attempt; null when there is none. */
  readonly checkpoint: unknown
  /** Stores how far the job is. Throws when the job was cancelled or taken over, or the worker is stopping. */
  progress(progress: JobProgress): Promise<void>
  /** Stores `checkpoint` and the current counters with majority write concern. Throws like `progress`. */
  save(checkpoint: unknown): Promise<void>
  /** Adds to a counter of the job; stored with the next `save` and at the end. */
  count(name: string, by: number): void
  /** Adds a problem to the log of the job, where those with the same sentence are counted. `subject` says what had it. */
  problem(message: string, subject?: string): void
  /**
   * Runs the job's function once for each of `inputs`, as parts of the job that any worker takes with leases of their
   * own, and waits until all have ended. The job has the sum of their progress and counters. Meanwhile it takes no slot
   * of its worker. Safe to repeat with the same inputs. Throws "conflict" when a part failed, and like `progress`.
   */
  share(
    inputs: readonly Record<string, unknown>[],
    progress: Required<Pick<JobProgress, 'total' | 'unit' | 'step'>>,
  ): Promise<void>
}

/** Returned by a job's function that could not do all of its work. */
export interface PartialResult {
  /** What was not done and why, in sentences for the admin. */
  partial: string
}
