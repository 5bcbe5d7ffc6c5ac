import { JOB_LOG_LINES_MAX, type JobLog, type JobLogLine } from '../../contract/jobs.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { Jobs, type JobRecord } from './jobModel.ts'

/** Days after the end of a job for which its log is kept. */
const KEPT_DAYS = 30

/** What a write adds to the log of a job: a line, and its problems so far. */
export interface Logged {
  line?: Omit<JobLogLine, 'at'> | null
  problems?: Pick<JobLog, 'problems' | 'problems_left_out'>
}

/** The part of an update that adds to the log. A log has a maximum size: its oldest lines are dropped. */
export const addToLog = ({ line, problems }: Logged) => ({
  $set: {
    ...(problems && { 'log.problems': problems.problems, 'log.problems_left_out': problems.problems_left_out }),
  },
  ...(line && {
    $push: { 'log.lines': { $each: [{ at: now().toISOString(), ...line }], $slice: -JOB_LOG_LINES_MAX } },
    $inc: { 'log.total': 1 },
  }),
})

/** The log of a job. Null for an unknown job. */
export async function findJobLog(id: string): Promise<JobLog | null> {
  const job = await Jobs.findById(id, { log: 1 }).lean<Pick<JobRecord, 'log'> | null>()
  if (job === null) return null
  const none = { lines: [], total: 0, problems: [], problems_left_out: 0 }
  return { kept: job.log !== undefined, ...none, ...job.log }
}

/** Deletes the logs of jobs that ended more than 30 days before `at`. */
export async function deleteOldLogs(at: Date): Promise<void> {
  const ended = { finished_at: { $lt: new Date(at.getTime() - KEPT_DAYS * DAY_MS) }, log: { $exists: true } }
  await Jobs.updateMany(ended, { $unset: { log: 1 } })
}
