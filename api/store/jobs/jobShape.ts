import type { JobKind } from '../../contract/jobKinds.ts'
import type { Job } from '../../contract/jobs.ts'
import { now } from '../../platform/clock.ts'
import type { ListedJob } from './jobModel.ts'

function elapsedMs({ started_at, finished_at }: ListedJob): number {
  return started_at === null ? 0 : Math.max(0, (finished_at ?? now()).getTime() - started_at.getTime())
}

/** Kinds that go on from the checkpoint of an ended run. The others skip what is done by themselves, or begin again. */
const RESUMABLE_KINDS: ReadonlySet<JobKind> = new Set(['ingest', 'fetch-arxiv', 'fetch-papers'])

const isResumable = ({ kind, state }: ListedJob): boolean =>
  RESUMABLE_KINDS.has(kind) && (state === 'partial' || state === 'failed' || state === 'cancelled')

/** The job in the shape of the admin API. */
export const toJob = (record: ListedJob): Job => ({
  id: record._id,
  kind: record.kind,
  state: record.state,
  progress: record.progress,
  counters: record.counters,
  attempts: record.attempts,
  elapsed_ms: elapsedMs(record),
  queued_at: record.queued_at.toISOString(),
  started_at: record.started_at?.toISOString() ?? null,
  finished_at: record.finished_at?.toISOString() ?? null,
  ...(record.error !== null && { error: record.error }),
  ...(isResumable(record) && { resumable: true }),
  requested_by: record.requested_by,
})
