import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { BackfillEstimate, BackfillInput, Days } from '#api/contract/days.ts'
import type { Job } from '#api/contract/jobs.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useAction } from '../useAction.ts'
import { isOpen, useStartJob } from './useJobs.ts'

const REFRESH_MS = 30_000

/** The state of each working day of the last eight weeks, for every source. */
export function useDays() {
  const client = useClient()
  return useSWR<Days, ApiError>(['admin', 'days'], () => unwrap(client.admin.days.get({ query: {} })), {
    refreshInterval: REFRESH_MS,
  })
}

type Range = Pick<BackfillInput, 'from' | 'until' | 'source'>

/** Fetches missing days: first the estimate, then the job with its progress. The days are read again when it ends. */
export function useBackfill() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const [estimate, setEstimate] = useState<BackfillEstimate | null>(null)
  const asking = useAction(async (range: Range) => {
    setEstimate(null)
    setEstimate((await unwrap(client.admin.backfill.post({ ...range, dry_run: true }))) as BackfillEstimate)
  })
  const run = useStartJob()
  const hasEnded = run.job !== undefined && !isOpen(run.job)

  useEffect(() => {
    if (hasEnded) void mutate((key) => Array.isArray(key) && key[0] === 'admin' && key[1] !== 'job')
  }, [hasEnded, mutate])

  const post = async (range: Range): Promise<Job> => {
    const job = (await unwrap(client.admin.backfill.post(range))) as Job
    setEstimate(null)
    void mutate((key) => Array.isArray(key) && key[0] === 'admin' && key[1] === 'jobs')
    return job
  }

  return {
    estimate,
    ask: asking.run,
    isAsking: asking.busy,
    cancel: () => setEstimate(null),
    start: (range: Range) => run.start(() => post(range)),
    isStarting: run.isBusy,
    error: asking.error ?? run.error,
    job: run.job,
  }
}
