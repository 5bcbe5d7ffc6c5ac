import useSWR from 'swr'
import type { SearchAnswer, SearchQuery } from '#api/contract/search.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/**
 * The answer to one search; null asks nothing. The answer before stays, as `isStale`, while a new one loads, and late
 * answers to older questions are dropped.
 */
export function useSearch(query: SearchQuery | null) {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<SearchAnswer, ApiError, readonly ['search', SearchQuery] | null>(
    query && ['search', query],
    ([, asked]) => unwrap(client.papers.search.get({ query: asked })),
    { keepPreviousData: true, revalidateOnFocus: false },
  )

  return {
    answer: query ? data : undefined,
    error,
    isLoading,
    isStale: isLoading && data !== undefined,
    retry: () => mutate(),
    /** Marks a hit as saved (or not) without asking again. */
    setSaved: (paperId: string, itemId: string | undefined) =>
      mutate(
        (answer) =>
          answer && {
            ...answer,
            items: answer.items.map((hit) => (hit.paper.id === paperId ? { ...hit, saved_item_id: itemId } : hit)),
          },
        { revalidate: false },
      ),
  }
}
