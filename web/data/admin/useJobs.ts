import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { JobKind, JobState } from '#api/contract/jobKinds.ts'
import type { Job, JobLog } from '#api/contract/jobs.ts'
import type { List } from '#api/contract/lists.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useAction } from '../useAction.ts'

export interface JobFilter {
  kind?: JobKind | undefined
  state?: JobState | undefined
  skip: number
}
export const JOBS_PAGE = 20

/** Polling intervals: while a job is open, to show its progress, and otherwise. */
const OPEN_MS = 1_000
const IDLE_MS = 15_000

export const isOpen = ({ state }: Job) => state === 'queued' || state === 'running'

/** One page of jobs, newest first. */
export function useJobs(filter: JobFilter) {
  const client = useClient()
  return useSWR<List<Job>, ApiError, readonly ['admin', 'jobs', JobFilter]>(
    ['admin', 'jobs', filter],
    ([, , { kind, state, skip }]) =>
      unwrap(
        client.admin.jobs.get({ query: { skip, limit: JOBS_PAGE, ...(kind && { kind }), ...(state && { state }) } }),
      ),
    { keepPreviousData: true, refreshInterval: (jobs) => (jobs?.items.some(isOpen) ? OPEN_MS : IDLE_MS) },
  )
}

/** One job, polled until it ends. Nothing is requested if `id` is null. */
export function useJob(id: string | null) {
  const client = useClient()
  return useSWR<Job, ApiError, readonly ['admin', 'job', string] | null>(
    id === null ? null : ['admin', 'job', id],
    ([, , jobId]) => unwrap(client.admin.jobs({ id: jobId }).get()),
    { refreshInterval: (job) => (job && isOpen(job) ? OPEN_MS : 0) },
  )
}

/** The log of a job as it was stored until now, and its problems. */
export function useJobLog(id: string) {
  const client = useClient()
  return useSWR<JobLog, ApiError, readonly ['admin', 'job-log', string]>(['admin', 'job-log', id], ([, , jobId]) =>
    unwrap(client.admin.jobs({ id: jobId }).log.get()),
  )
}

/** Cancels and retries jobs. Each call throws ApiError, and refreshes all admin data if it succeeds. */
export function useJobActions() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const refreshAfter = async (call: Promise<Job>): Promise<Job> => {
    const job = await call
    void mutate((key) => Array.isArray(key) && key[0] === 'admin')
    return job
  }
  return {
    cancel: (id: string) => refreshAfter(unwrap(client.admin.jobs({ id }).cancel.post())),
    /** Repeats a run: all of it, or only what it did not do. */
    retry: (id: string) => refreshAfter(unwrap(client.admin.jobs({ id }).retry.post())),
    retryFailed: (id: string) => refreshAfter(unwrap(client.admin.jobs({ id }).retry.post({ failed_only: true }))),
  }
}

/** Starts a job and polls its progress. If a job of the same kind is already open, polls that one. */
export function useStartJob() {
  const [id, setId] = useState<string | null>(null)
  const { run, busy, error } = useAction(async (call: () => Promise<Job>) => {
    setId(null)
    setId((await call()).id)
  })
  const { data: job } = useJob(error?.jobId ?? id)
  return { start: run, isBusy: busy, error, job }
}
