import type { Log } from '../platform/log.ts'
import { jobAttempts, jobSeconds, startAtZero, type JobOutcome } from '../platform/metrics.ts'
import type { JobRecord } from '../store/jobs/jobs.ts'

const LINES: Record<Exclude<JobOutcome, 'taken-over'>, { level: 'info' | 'warn'; message: string }> = {
  succeeded: { level: 'info', message: 'job ended' },
  partial: { level: 'warn', message: 'job ended with something left undone' },
  failed: { level: 'warn', message: 'job failed' },
  retried: { level: 'warn', message: 'job failed and will be repeated' },
  'put-back': { level: 'info', message: 'job put back, because its worker stops' },
  cancelled: { level: 'info', message: 'job cancelled' },
}

interface Facts {
  counters: Record<string, number>
  /** Why it is partial or failed, in a sentence. */
  reason?: string | null
  error?: unknown
  /** A person must act: the log line is an error. */
  isBug?: boolean
}

/** Makes the series of `kinds` visible before the first job of each ends. */
export function prepareJobMetrics(kinds: readonly string[]): void {
  const outcomes = [...Object.keys(LINES), 'taken-over']
  startAtZero(
    jobAttempts,
    kinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome }))),
  )
}

/** Writes the log lines of one attempt at a job, and counts how it ended. */
export function createReport(job: JobRecord, log: Log) {
  const { kind } = job
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  return {
    started(): void {
      log.info('job started')
      const from = job.lease?.taken_from ?? null
      if (from === null) return
      // Counted here and not by the other worker, which may be dead.
      jobAttempts.inc({ kind, outcome: 'taken-over' })
      log.warn({ from }, 'job taken over from a worker whose lease had expired')
    },
    ended(outcome: keyof typeof LINES, { reason, isBug = false, ...facts }: Facts): void {
      const { level, message } = LINES[outcome]
      jobAttempts.inc({ kind, outcome })
      jobSeconds.observe({ kind }, seconds())
      const ms = Math.round(seconds() * 1000)
      log[isBug ? 'error' : level]({ outcome, ms, ...(reason && { reason }), ...facts }, message)
    },
    /** The job is no longer this worker's: nothing was written about its end. */
    lost(): void {
      log.warn({ outcome: 'taken-over', ms: Math.round(seconds() * 1000) }, 'job was taken over by another worker')
    },
  }
}
