import { useSWRConfig } from 'swr'
import useSWRInfinite, { unstable_serialize } from 'swr/infinite'
import type { ReadingList } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import type { ApiError } from '../../shared/client.ts'
import { readingRead, READING_STEP, type ReadingFilter } from '../reads.ts'
import { loadReadingList, type ReadingPageKey } from './readingListCalls.ts'

/**
 * The reading list under `filter`, loaded in steps of `READING_STEP`. `isHeld` disables revalidation on focus, so that
 * removed rows keep their position while they can be undone.
 */
export function useReadingList(filter: ReadingFilter, isHeld: boolean) {
  const client = useClient()
  const keyFor = (page: number, previous: ReadingList | null): ReadingPageKey | null =>
    previous && previous.skip + previous.items.length >= previous.total
      ? null
      : readingRead(filter, page * READING_STEP).key

  const { cache } = useSWRConfig()
  const {
    data: shown,
    error,
    isLoading,
    isValidating,
    size,
    setSize,
    mutate,
  } = useSWRInfinite<ReadingList, ApiError>(keyFor, (key: ReadingPageKey) => loadReadingList(client, key), {
    keepPreviousData: true,
    revalidateFirstPage: false,
    revalidateOnFocus: !isHeld,
  })

  // Not the rows of the filter before, if those of this one could not be loaded.
  const isOther = error !== undefined && cache.get(unstable_serialize(keyFor))?.data === undefined
  const data = isOther ? undefined : shown

  return {
    // A paper saved between two requests shifts the list by one, so two pages may contain the same item.
    items: [...new Map(data?.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
    isKnown: data !== undefined,
    total: data?.at(-1)?.total ?? 0,
    counts: data?.[0]?.counts,
    error,
    isLoading,
    isLoadingMore: isValidating && size > (data?.length ?? 0),
    loadMore: () => setSize((pages) => pages + 1),
    refresh: () => mutate(),
  }
}
