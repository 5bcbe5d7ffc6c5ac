import { JOB_PROBLEMS_MAX, JOB_SUBJECTS_MAX, type JobProblem, type JobProgress } from '../contract/jobs.ts'
import { now } from '../platform/clock.ts'
import type { JobRecord } from '../store/jobs/jobs.ts'

/** A step that goes on gets another line after this time, in ms. */
const LINE_MS = 2_000
const TEXT_MAX = 500

/** Collects what one attempt at a job adds to its log. */
export function createJobLog(job: JobRecord) {
  const problems = new Map(job.log?.problems?.map((one): [string, JobProblem] => [one.message, { ...one }]))
  let leftOut = job.log?.problems_left_out ?? 0
  let latest = job.progress
  let isChanged = false
  let lastLineAt = -Infinity

  /** The problems, if there are new ones since the last call. */
  const takeProblems = () => {
    if (!isChanged) return {}
    isChanged = false
    return { problems: { problems: [...problems.values()], problems_left_out: leftOut } }
  }
  return {
    /** Counts a problem with others of the same message. */
    problem(message: string, subject?: string): void {
      isChanged = true
      const key = message.slice(0, TEXT_MAX)
      const at = now().toISOString()
      const known = problems.get(key)
      if (known === undefined && problems.size >= JOB_PROBLEMS_MAX) return void leftOut++
      const { count = 0, subjects = [], first_at = at } = known ?? {}
      const named = subject === undefined ? subjects : [...new Set([...subjects, subject.slice(0, TEXT_MAX)])]
      problems.set(key, {
        message: key,
        count: count + 1,
        subjects: named.slice(0, JOB_SUBJECTS_MAX),
        first_at,
        last_at: at,
      })
    },
    /** A line for each step, and now and then for one that goes on. */
    progressed(progress: JobProgress) {
      const isDue = progress.step !== latest.step || performance.now() - lastLineAt > LINE_MS
      latest = progress
      if (!isDue) return takeProblems()
      lastLineAt = performance.now()
      return { line: { state: 'running' as const, progress }, ...takeProblems() }
    },
    saved: takeProblems,
    /** The line with which the attempt ends. */
    ended: (state: JobRecord['state'], error: string | null) => ({
      line: { state, progress: latest, ...(error !== null && { error }) },
      ...takeProblems(),
    }),
  }
}
