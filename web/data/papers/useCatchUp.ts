import useSWR from 'swr'
import type { CatchUp } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/**
 * The best cards of the days that the user missed. Loaded once, so that the list keeps its cards while it is being
 * read. Nothing is requested unless `enabled`.
 */
export function useCatchUp(enabled: boolean) {
  const client = useClient()
  const { data, error, mutate } = useSWR<CatchUp, ApiError>(
    enabled && ['catch-up'],
    () => unwrap(client.users.me['catch-up'].get()),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return {
    catchUp: data,
    error,
    retry: () => void mutate(),
  }
}
