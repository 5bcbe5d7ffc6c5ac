import useSWR from 'swr'
import type { ProcessingStats, SystemHealth } from '#api/contract/admin.ts'
import type { Backups } from '#api/contract/backups.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

const HEALTH_REFRESH_MS = 15_000

/** Health of every dependency of the product. Refreshed every 15 s while the page is visible. */
export function useSystemHealth() {
  const client = useClient()
  return useSWR<SystemHealth, ApiError>(['admin', 'health'], () => unwrap(client.admin['system-health'].get()), {
    refreshInterval: HEALTH_REFRESH_MS,
  })
}

/** Papers fetched, papers delivered and mails sent on each of the last `daysBack` days. */
export function useProcessingStats(daysBack: number) {
  const client = useClient()
  return useSWR<ProcessingStats, ApiError, readonly ['admin', 'stats', number]>(
    ['admin', 'stats', daysBack],
    ([, , days]) => unwrap(client.admin['processing-stats'].get({ query: { days_back: days } })),
    { keepPreviousData: true },
  )
}

/** While a backup is made, and otherwise. */
const OPEN_MS = 2_000
const IDLE_MS = 60_000

/** The last backups, newest first, and when and where they are made. */
export function useBackups() {
  const client = useClient()
  return useSWR<Backups, ApiError>(['admin', 'backups'], () => unwrap(client.admin.backups.get()), {
    refreshInterval: (backups) => (backups?.items[0]?.state === 'running' ? OPEN_MS : IDLE_MS),
  })
}
