import { t } from 'elysia'
import { JOB_KINDS, JOB_STATES } from './jobKinds.ts'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './oneOf.ts'

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
  requested_by: t.String({ description: 'User id, or "schedule" or "start" for jobs enqueued by the product.' }),
  requester: t.Optional(
    t.String({ description: 'Address of the user who requested the job. Only in the list and in a single job.' }),
  ),
})
export type Job = typeof Job.static

export const JobList = listOf(Job)
export const JobQuery = t.Object({ ...skipAndLimit(20), kind: t.Optional(JobKind), state: t.Optional(JobState) })
