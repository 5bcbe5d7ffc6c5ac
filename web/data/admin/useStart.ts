import { useState } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { ApiError } from '../../shared/client.ts'
import { useJob } from './useJobs.ts'

/** Starts a run and follows it. When one of its kind is open already, that one is followed. */
export function useStart() {
  const [id, setId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const { data: job } = useJob(id)

  const start = async (call: () => Promise<Job>): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      const started = await call()
      setId(started.id)
      return true
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setError(cause)
      setId(cause.jobId ?? null)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { start, isBusy, error, job }
}
