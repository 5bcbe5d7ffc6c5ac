import useSWR from 'swr'
import type { Item } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { isItemFresh } from '../offline/showConfirmed.ts'

/** One item of the reading list; `data` is null if it is not on the list. Nothing is requested if `id` is null. */
export function useReadingItem(id: string | null) {
  const client = useClient()
  return useSWR<Item | null, ApiError, readonly ['reading-item', string] | null>(
    id === null ? null : ['reading-item', id],
    async ([, itemId]) => {
      try {
        return await unwrap(client.users.me['reading-list']({ id: itemId }).get())
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }
    },
    { keepPreviousData: false, revalidateIfStale: id === null || !isItemFresh(id) },
  )
}
