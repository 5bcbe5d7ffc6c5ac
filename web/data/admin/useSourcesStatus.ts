import useSWR from 'swr'
import type { SourceStatus } from '#api/contract/admin.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Status of the paper sources. Refreshed every 3 s while one of them runs, else every 30 s. */
export function useSourcesStatus() {
  const client = useClient()
  return useSWR<{ items: SourceStatus[] }, ApiError>(
    ['admin', 'sources'],
    () => unwrap(client.admin['paper-sources-status'].get()),
    { refreshInterval: (status) => (status?.items.some(({ state }) => state === 'running') ? 3_000 : 30_000) },
  )
}
