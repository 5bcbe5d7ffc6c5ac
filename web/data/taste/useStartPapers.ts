import useSWR from 'swr'
import type { StartPapers } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Eight papers that differ from each other, to rate as a start. Loaded once, so that they stay while being rated. */
export function useStartPapers() {
  const client = useClient()
  return useSWR<StartPapers, ApiError>(['start-papers'], () => unwrap(client.users.me['start-papers'].get()), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
}
