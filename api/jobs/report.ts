import type { Log } from '../platform/log.ts'
import { jobAttempts, jobSeconds, startAtZero, type JobOutcome } from '../platform/metrics.ts'
import type { JobRecord } from '../store/jobs/jobs.ts'

const LOG_LINES: Record<Exclude<JobOutcome, 'taken-over'>, { level: 'info' | 'warn'; message: string }> = {
  succeeded: { level: 'info', message: 'job ended' },
  partial: { level: 'warn', message: 'job ended with something left undone' },
  failed: { level: 'warn', message: 'job failed' },
  retried: { level: 'warn', message: 'job failed and will be retried' },
  postponed: { level: 'info', message: 'job requeued until its source may be asked again' },
  'put-back': { level: 'info', message: 'job requeued, to go on from its checkpoint' },
  cancelled: { level: 'info', message: 'job cancelled' },
}

interface Facts {
  counters: Record<string, number>
  /** Why the job is partial or failed, in one sentence. */
  reason?: string | null
  error?: unknown
  /** Unexpected error that a person must fix: logged at level error. */
  isBug?: boolean
}

/** Creates the metric series of `kinds` with 0, before the first job of each kind ends. */
export function prepareJobMetrics(kinds: readonly string[]): void {
  const outcomes = [...Object.keys(LOG_LINES), 'taken-over']
  startAtZero(
    jobAttempts,
    kinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome }))),
  )
}

/** Logs one attempt at a job and counts its outcome. */
export function createReport(job: JobRecord, log: Log) {
  const { kind } = job
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  return {
    started(): void {
      log.info('job started')
      const from = job.lease?.taken_from ?? null
      if (from === null) return
      // Counted by the new worker, because the old one may be dead.
      jobAttempts.inc({ kind, outcome: 'taken-over' })
      log.warn({ from }, 'job taken over from a worker whose lease had expired')
    },
    ended(outcome: keyof typeof LOG_LINES, { reason, isBug = false, ...facts }: Facts): void {
      const { level, message } = LOG_LINES[outcome]
      jobAttempts.inc({ kind, outcome })
      jobSeconds.observe({ kind }, seconds())
      const ms = Math.round(seconds() * 1000)
      log[isBug ? 'error' : level]({ outcome, ms, ...(reason && { reason }), ...facts }, message)
    },
    /** Another worker has the job: this attempt stored no outcome. */
    lost(): void {
      log.warn({ outcome: 'taken-over', ms: Math.round(seconds() * 1000) }, 'job was taken over by another worker')
    },
  }
}
