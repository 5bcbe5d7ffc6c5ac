import useSWR from 'swr'
import type { ProcessingStats } from '#api/contract/admin.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Papers fetched, papers delivered and mails sent on each of the last `daysBack` days. */
export function useProcessingStats(daysBack: number) {
  const client = useClient()
  return useSWR<ProcessingStats, ApiError, readonly ['admin', 'stats', number]>(
    ['admin', 'stats', daysBack],
    ([, , days]) => unwrap(client.admin['processing-stats'].get({ query: { days_back: days } })),
    { keepPreviousData: true },
  )
}
