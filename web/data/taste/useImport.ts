import { useCallback } from 'react'
import type { ImportInput, ImportResult } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** Returns the call that gives the ranker a start. With `dry_run` it only answers what it would use. Throws ApiError. */
export function useImport() {
  const client = useClient()
  return useCallback(
    (input: ImportInput): Promise<ImportResult> => unwrap(client.users.me.import.post(input)),
    [client],
  )
}
