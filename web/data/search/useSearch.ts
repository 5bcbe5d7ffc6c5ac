import { useState } from 'react'
import useSWR from 'swr'
import type { SearchResponse, SearchQuery } from '#api/contract/search.ts'
import { useClient } from '../api.ts'
import { searchRead } from '../reads.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/**
 * The result of one search. Nothing is requested if `query` is null. While a new search loads, the previous result
 * stays, and `isStale` is true unless it is that of the same words while they were typed; it does not stay when the new
 * search fails. Late responses to older queries are ignored.
 */
export function useSearch(query: SearchQuery | null) {
  const client = useClient()
  const { data, error, isLoading, isValidating, mutate } = useSWR<
    SearchResponse,
    ApiError,
    readonly ['search', SearchQuery] | null
  >(query && searchRead(query).key, ([, requested]) => unwrap(client.papers.search.get({ query: requested })), {
    keepPreviousData: true,
    revalidateOnFocus: false,
  })
  const key = query && JSON.stringify({ ...query, typing: undefined })
  const [shownKey, setShownKey] = useState(key)
  if (!isLoading && key !== shownKey) setShownKey(key)

  return {
    answer: query ? data : undefined,
    error,
    isLoading,
    isStale: isLoading && data !== undefined && key !== shownKey,
    isRepeating: isValidating && !isLoading,
    retry: () => mutate(),
  }
}
