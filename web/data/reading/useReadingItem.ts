import useSWR, { useSWRConfig } from 'swr'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { changeTags } from './changeTags.ts'
import { moveItem } from './moveItem.ts'

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
    { keepPreviousData: false },
  )
}

/** Writes to the reading list. Each call throws ApiError, and revalidates the dashboard, statistics and counts. */
export function useReadingActions() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const list = client.users.me['reading-list']

  const revalidateAfter = async <Data>(call: Promise<Data>): Promise<Data> => {
    const data = await call
    // The dashboard and the count in the header show the same list.
    void mutate(
      (key) =>
        Array.isArray(key) &&
        (['dashboard', 'stats'].includes(String(key[0])) || ['counts', 'tags'].includes(String(key[1]))),
    )
    return data
  }

  return {
    changeTags: (item: Item, tags: readonly string[]) => revalidateAfter(changeTags(client, item, tags)),
    save: (paperId: string) => revalidateAfter(unwrap(list.post({ paper_id: paperId }))),
    move: (item: Item, status: ReadingStatus) => revalidateAfter(moveItem(client, item, status)),
    remove: (id: string) => revalidateAfter(unwrap(list({ id }).delete())),
    restore: (id: string) => revalidateAfter(unwrap(list({ id }).restore.post())),
  }
}
