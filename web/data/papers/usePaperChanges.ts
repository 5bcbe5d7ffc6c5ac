import useSWR from 'swr'
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
