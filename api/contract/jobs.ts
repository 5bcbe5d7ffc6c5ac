import { t } from 'elysia'
import { JOB_KINDS, JOB_STATES } from './jobKinds.ts'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

const JobKind = oneOf(JOB_KINDS)
const JobState = oneOf(JOB_STATES)

export const JobProgress = t.Object({
  done: t.Integer(),
  total: t.Optional(t.Integer()),
  unit: t.String({ description: 'What `done` and `total` count, for example "feeds", "papers" or "readers".' }),
  step: t.String({ description: 'Description of the current step.' }),
})
export type JobProgress = typeof JobProgress.static

export const Job = t.Object({
  id: t.String(),
  kind: JobKind,
  state: JobState,
  progress: JobProgress,
  counters: t.Record(t.String(), t.Integer()),
  attempts: t.Integer(),
  elapsed_ms: t.Integer({ description: 'Running time so far, by the clock of the server.' }),
  queued_at: Instant,
  started_at: t.Nullable(Instant),
  finished_at: t.Nullable(Instant),
  error: t.Optional(t.String()),
  resumable: t.Optional(
    t.Boolean({ description: 'The run has ended, and what it did not do can be retried alone (`failed_only`).' }),
  ),
  requested_by: t.String({ description: 'User id, or "schedule" or "start" for jobs enqueued by the product.' }),
  requester: t.Optional(
    t.String({ description: 'Address of the user who requested the job. Only in the list and in a single job.' }),
  ),
})
export type Job = typeof Job.static

/** Lines of a job's log that are kept, groups of its problems, and papers or requests named in a group. */
export const JOB_LOG_LINES_MAX = 200
export const JOB_PROBLEMS_MAX = 20
export const JOB_SUBJECTS_MAX = 3

export const JobLogLine = t.Object({
  at: Instant,
  state: JobState,
  progress: JobProgress,
  error: t.Optional(t.String()),
})
export type JobLogLine = typeof JobLogLine.static

export const JobProblem = t.Object({
  message: t.String({ description: 'What failed, in a sentence.' }),
  count: t.Integer(),
  subjects: t.Array(t.String(), { description: `The first ${JOB_SUBJECTS_MAX} things that it failed for, if known.` }),
  first_at: Instant,
  last_at: Instant,
})
export type JobProblem = typeof JobProblem.static

export const JobLog = t.Object({
  kept: t.Boolean({ description: 'False for a job without a log: it has not started, or ended too long ago.' }),
  lines: t.Array(JobLogLine, { description: `The last ${JOB_LOG_LINES_MAX}, the oldest first.` }),
  total: t.Integer({ description: 'Number of lines, with those that are not kept.' }),
  problems: t.Array(JobProblem, { description: `The first ${JOB_PROBLEMS_MAX} different ones.` }),
  problems_left_out: t.Integer({ description: 'Times that another problem occurred.' }),
})
export type JobLog = typeof JobLog.static

export const RetryInput = t.Optional(
  t.Object(
    { failed_only: t.Optional(t.Boolean({ description: 'Go on from the checkpoint of the run. Default: false.' })) },
    { additionalProperties: false },
  ),
)

export const JobList = listOf(Job)
export const JobQuery = t.Object({ ...skipAndLimit(20), kind: t.Optional(JobKind), state: t.Optional(JobState) })
