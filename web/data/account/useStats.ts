import useSWR from 'swr'
import type { UserStats } from '#api/contract/users.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The signed-in user's statistics. */
export function useStats() {
  const client = useClient()
  return useSWR<UserStats, ApiError>(['stats'], () => unwrap(client.users.me.stats.get()))
}
