import useSWR from 'swr'
import type { SimilarPapers } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** At most `limit` papers like `paperId`, the closest first. Nothing is requested if `paperId` is null. */
export function useSimilar(paperId: string | null, limit: number) {
  const client = useClient()
  return useSWR<SimilarPapers, ApiError, readonly ['similar', string, number] | null>(
    paperId === null ? null : ['similar', paperId, limit],
    ([, id, count]) => unwrap(client.papers({ id: encodeURIComponent(id) }).similar.get({ query: { limit: count } })),
    { keepPreviousData: true, revalidateOnFocus: false },
  )
}
