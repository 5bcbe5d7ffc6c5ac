import useSWR from 'swr'
import type { Backups } from '#api/contract/backups.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

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
