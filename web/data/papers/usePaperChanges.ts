import useSWR from 'swr'
import type { TextChanges, TextWaiting } from '#api/contract/textChanges.ts'
import type { PaperChanges, VersionWaiting } from '#api/contract/versions.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/**
 * What changed between two versions of a paper. While a version is being asked for at its source, `data` says so, and the
 * question is repeated until the comparison is there.
 */
export function usePaperChanges(paperId: string, { from, to }: VersionPair) {
  const client = useClient()
  return useSWR<PaperChanges | VersionWaiting, ApiError, readonly ['changes', string, number, number]>(
    ['changes', paperId, from, to],
    async ([, id]) => unwrap(client.papers({ id: encodeURIComponent(id) }).changes.get({ query: { from, to } })),
    {
      keepPreviousData: false,
      revalidateOnFocus: false,
      refreshInterval: (data) => (data && 'retry_after' in data ? data.retry_after * 1_000 : 0),
    },
  )
}

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
