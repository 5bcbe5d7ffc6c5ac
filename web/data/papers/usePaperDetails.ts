import useSWR from 'swr'
import type { PaperDetails } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { paperRead } from '../reads.ts'
import { ApiError, unwrap } from '../../shared/client.ts'

/** A paper with its versions and the user's state; null if the library does not contain it. */
export function usePaperDetails(paperId: string) {
  const client = useClient()
  return useSWR<PaperDetails | null, ApiError, readonly ['paper', string]>(
    paperRead(paperId).key,
    async ([, id]) => {
      try {
        return await unwrap(client.papers({ id: encodeURIComponent(id) }).get())
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }
    },
    { keepPreviousData: false },
  )
}
