import useSWR from 'swr'
import type { TodayPapers } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Three papers of the newest announcement, for the public landing page. */
export function useTodayPapers() {
  const client = useClient()
  return useSWR<TodayPapers, ApiError>(['papers', 'today'], () => unwrap(client.papers.today.get()), {
    revalidateOnFocus: false,
  })
}
