import useSWR from 'swr'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Number of papers in each state of the reading list; undefined until loaded. */
export function useReadingCounts(): ReadingCounts | undefined {
  const client = useClient()
  const { data } = useSWR<ReadingCounts, ApiError>(['reading-list', 'counts'], async () => {
    const { counts } = await unwrap(client.users.me['reading-list'].get({ query: { limit: 1 } }))
    return counts
  })
  return data
}
