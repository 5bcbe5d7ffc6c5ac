import { useState } from 'react'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'

/** Loads the invented papers into an empty library. For admins. */
export function useSampleLibrary(onStarted: () => void) {
  const client = useClient()
  const [status, setStatus] = useState<'idle' | 'starting' | 'running'>('idle')
  const [error, setError] = useState<ApiError>()
  return {
    status,
    error,
    load: async () => {
      setStatus('starting')
      setError(undefined)
      try {
        await unwrap(client.admin['load-samples'].post())
        setStatus('running')
        onStarted()
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        // A run that is open already is what was asked for.
        setStatus(cause.code === 'already-running' ? 'running' : 'idle')
        if (cause.code !== 'already-running') setError(cause)
      }
    },
  }
}
