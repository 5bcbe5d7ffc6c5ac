import { useState } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { useAction } from '../useAction.ts'
import { useJob } from './useJobs.ts'

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
