import useSWR from 'swr'
import type { Paper } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'

/** Papers by id, in the order of `ids`. Papers that the library does not contain are left out. */
export function usePapers(ids: readonly string[] | null) {
  const client = useClient()
  const load = async (id: string): Promise<Paper | null> => {
    try {
      return await unwrap(client.papers({ id: encodeURIComponent(id) }).get())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') return null
      throw error
    }
  }
  return useSWR<Paper[], ApiError, readonly ['papers', readonly string[]] | null>(
    ids && ['papers', ids],
    async ([, wanted]) => (await Promise.all(wanted.map(load))).filter((paper) => paper !== null),
    { keepPreviousData: false, revalidateOnFocus: false },
  )
}
