import { useSWRConfig } from 'swr'
import type { ChangedItems, SelectionChange } from '#api/contract/readingList.ts'
import { unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import type { ReadingFilter } from '../reads.ts'

/** Calls for several items of the reading list together. Each throws ApiError. */
export function useSelectionCalls() {
  const list = useClient().users.me['reading-list']
  const { mutate } = useSWRConfig()
  return {
    /** The ids of all items that the filter shows, also of those that are not loaded. */
    findIds: async (filter: ReadingFilter): Promise<string[]> => (await unwrap(list.ids.get({ query: filter }))).items,
    /** Makes one change. Returns the items that it changed, with the state that they had. */
    change: async (change: SelectionChange): Promise<ChangedItems['items']> => {
      const { items } = await unwrap(list.changes.post(change))
      void mutate(
        (key) =>
          Array.isArray(key) &&
          (['dashboard', 'stats', 'reading-item', 'reading-plan'].includes(String(key[0])) ||
            ['counts', 'tags'].includes(String(key[1]))),
      )
      return items
    },
  }
}
