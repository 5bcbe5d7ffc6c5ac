import { useCallback } from 'react'
import useSWR from 'swr'
import type { ImportInput, ImportResult, StartPapers } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Returns the call that gives the ranker a start. With `dry_run` it only answers what it would use. Throws ApiError. */
export function useImport() {
  const client = useClient()
  return useCallback(
    (input: ImportInput): Promise<ImportResult> => unwrap(client.users.me.import.post(input)),
    [client],
  )
}

/** Eight papers that differ from each other, to rate as a start. Loaded once, so that they stay while being rated. */
export function useStartPapers() {
  const client = useClient()
  return useSWR<StartPapers, ApiError>(['start-papers'], () => unwrap(client.users.me['start-papers'].get()), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
}
