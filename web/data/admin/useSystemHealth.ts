import useSWR from 'swr'
import type { SystemHealth } from '#api/contract/admin.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const HEALTH_REFRESH_MS = 15_000

/** Health of every dependency of the product. Refreshed every 15 s while the page is visible. */
export function useSystemHealth() {
  const client = useClient()
  return useSWR<SystemHealth, ApiError>(['admin', 'health'], () => unwrap(client.admin['system-health'].get()), {
    refreshInterval: HEALTH_REFRESH_MS,
  })
}
