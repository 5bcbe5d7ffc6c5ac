import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useAction } from '../useAction.ts'

/** Loads the sample papers into an empty library. For admins. */
export function useSampleLibrary(onStarted: () => void) {
  const client = useClient()
  return useAction(async () => {
    try {
      await unwrap(client.admin['load-samples'].post())
    } catch (error) {
      // A job that loads the same papers is already open.
      if (!(error instanceof ApiError) || error.code !== 'already-running') throw error
    }
    onStarted()
  })
}
