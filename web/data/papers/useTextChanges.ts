import useSWR from 'swr'
import type { TextChanges, TextWaiting } from '#api/contract/textChanges.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/**
 * What changed in the text of a paper between two versions, which its source is asked for. While that takes long, `data`
 * says so, and the question is repeated. Asked once: a request costs the source two large pages.
 */
export function useTextChanges(paperId: string, { from, to }: VersionPair) {
  const client = useClient()
  return useSWR<TextChanges | TextWaiting, ApiError, readonly ['text-changes', string, number, number]>(
    ['text-changes', paperId, from, to],
    async ([, id]) => unwrap(client.papers({ id: encodeURIComponent(id) }).changes.text.get({ query: { from, to } })),
    {
      keepPreviousData: false,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      refreshInterval: (data) => (data && 'retry_after' in data ? data.retry_after * 1_000 : 0),
    },
  )
}
