import type { JobProgress } from '../../contract/jobs.ts'
import type { Log } from '../../platform/log.ts'

/** What a job's function gets from the worker that runs it. */
export interface JobContext {
  readonly id: string
  /** Writes lines that carry the job's id, kind and attempt. */
  readonly log: Log
  /** Aborted when the job is to stop: cancelled, taken over by another worker, or the process ends. */
  readonly signal: AbortSignal
  /** What `save` kept last, in this attempt or an earlier one; null at the very beginning. */
  readonly checkpoint: unknown
  /** Says how far the job is. Throws when the job is no longer ours. */
  progress(progress: JobProgress): Promise<void>
  /** Keeps `checkpoint` together with the counts up to here; acknowledged by the majority when it returns. */
  save(checkpoint: unknown): Promise<void>
  /** Adds to a counter of the job; kept with the next `save` and at the end. */
  count(name: string, by: number): void
}

/** What a job's function answers when it ended with something left undone: a sentence for the admin. */
export interface PartialResult {
  partial: string
}
