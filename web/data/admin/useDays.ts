import useSWR from 'swr'
import type { Days } from '#api/contract/days.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

const REFRESH_MS = 30_000

/** The state of each working day of the last eight weeks, for every source. */
export function useDays() {
  const client = useClient()
  return useSWR<Days, ApiError>(['admin', 'days'], () => unwrap(client.admin.days.get({ query: {} })), {
    refreshInterval: REFRESH_MS,
  })
}
