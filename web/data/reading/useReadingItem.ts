import useSWR, { useSWRConfig } from 'swr'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'

/** One item of the reading list; null when it is not on the list. Without an id nothing is requested. */
export function useReadingItem(id: string | null) {
  const client = useClient()
  return useSWR<Item | null, ApiError, readonly ['reading-item', string] | null>(
    id === null ? null : ['reading-item', id],
    async ([, wanted]) => {
      try {
        return await unwrap(client.users.me['reading-list']({ id: wanted }).get())
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }
    },
  )
}

/** What can be done with items. Each call throws ApiError, and lets what is shown elsewhere ask again. */
export function useReadingActions() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const list = client.users.me['reading-list']

  const told = async <Data>(call: Promise<Data>): Promise<Data> => {
    const answer = await call
    // The dashboard and the count in the header show the same list.
    void mutate((key) => Array.isArray(key) && (['dashboard', 'stats'].includes(String(key[0])) || key[1] === 'counts'))
    return answer
  }

  const change = async (item: Item, changes: { status?: ReadingStatus; tags?: string[] }): Promise<Item> => {
    const call = ({ id, version }: Item) => unwrap(list({ id }).put({ version, ...changes }))
    try {
      return await call(item)
    } catch (error) {
      // The note was saved meanwhile: state and tags overwrite nothing of it, so the newest version may be used.
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      return await call(error.current as Item)
    }
  }

  return {
    save: (paperId: string) => told(unwrap(list.post({ paper_id: paperId }))),
    change: (item: Item, changes: { status?: ReadingStatus; tags?: string[] }) => told(change(item, changes)),
    remove: (id: string) => told(unwrap(list({ id }).delete())),
    restore: (id: string) => told(unwrap(list({ id }).restore.post())),
  }
}
