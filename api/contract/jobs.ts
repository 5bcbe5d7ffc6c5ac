import { t } from 'elysia'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './oneOf.ts'

export const JobKind = oneOf([
  'ingest',
  'fetch-arxiv',
  'process-papers',
  'deliver',
  'digest',
  'wipe-and-refetch',
  'send-top-papers',
  'load-samples',
])
export type JobKind =
  | 'ingest'
  | 'fetch-arxiv'
  | 'process-papers'
  | 'deliver'
  | 'digest'
  | 'wipe-and-refetch'
  | 'send-top-papers'
  | 'load-samples'
export const JobState = oneOf(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'])
export type JobState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled'

export const JobProgress = t.Object({
  done: t.Integer(),
  total: t.Optional(t.Integer()),
  unit: t.String({ description: '"feeds", "papers", "readers".' }),
  step: t.String({ description: 'What is going on, in words.' }),
})
export type JobProgress = typeof JobProgress.static

export const Job = t.Object({
  id: t.String(),
  kind: JobKind,
  state: JobState,
  progress: JobProgress,
  counters: t.Record(t.String(), t.Integer()),
  attempts: t.Integer(),
  queued_at: Instant,
  started_at: t.Nullable(Instant),
  finished_at: t.Nullable(Instant),
  error: t.Optional(t.String()),
  requested_by: t.String({ description: 'User id, "schedule" or "start".' }),
})
export type Job = typeof Job.static

export const JobList = listOf(Job)
export const JobQuery = t.Object({ ...skipAndLimit(20), kind: t.Optional(JobKind), state: t.Optional(JobState) })
