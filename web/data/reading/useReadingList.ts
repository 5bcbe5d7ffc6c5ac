import useSWRInfinite from 'swr/infinite'
import type { Item, ReadingList, ReadingListQuery } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const READING_STEP = 30

export type ReadingFilter = Pick<ReadingListQuery, 'status' | 'q' | 'sort' | 'with_note'>
type PageKey = readonly [resource: 'reading-list', filter: ReadingFilter, skip: number]

/** The reader's list under `filter`, growing by one step at a time. `isHeld` keeps rows in place, to be undone. */
export function useReadingList(filter: ReadingFilter, isHeld: boolean) {
  const client = useClient()
  const keyFor = (page: number, previous: ReadingList | null): PageKey | null =>
    previous && previous.skip + previous.items.length >= previous.total
      ? null
      : ['reading-list', filter, page * READING_STEP]
  const load = ([, asked, skip]: PageKey) =>
    unwrap(client.users.me['reading-list'].get({ query: { ...asked, skip, limit: READING_STEP } }))

  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite<ReadingList, ApiError>(
    keyFor,
    load,
    { keepPreviousData: true, revalidateFirstPage: false, revalidateOnFocus: !isHeld },
  )

  /** Changes pages as they are shown, without asking the server. */
  const show = (change: (page: ReadingList) => ReadingList) =>
    mutate((pages) => pages?.map(change), { revalidate: false })

  return {
    // A paper saved meanwhile moves the others one place on, so that two pages may hold the same one.
    items: [...new Map(data?.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
    isKnown: data !== undefined,
    total: data?.at(-1)?.total ?? 0,
    counts: data?.[0]?.counts,
    error,
    isLoading,
    isLoadingMore: isValidating && size > (data?.length ?? 0),
    loadMore: () => setSize((pages) => pages + 1),
    refresh: () => mutate(),
    replace: (item: Item) =>
      show((page) => {
        const before = page.items.find(({ id }) => id === item.id)
        const counts = { ...page.counts }
        if (before && before.status !== item.status) {
          counts[before.status] -= 1
          counts[item.status] += 1
        }
        return { ...page, counts, items: page.items.map((kept) => (kept.id === item.id ? item : kept)) }
      }),
    /** Counts one item less (by -1) or more (by 1) in its state. */
    recount: ({ status }: Item, by: 1 | -1) =>
      show((page) => ({ ...page, counts: { ...page.counts, [status]: page.counts[status] + by } })),
  }
}
