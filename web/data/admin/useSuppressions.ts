import useSWR from 'swr'
import type { List } from '#api/contract/lists.ts'
import type { SuppressionCause, SuppressionRelease, SuppressionRow } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const SUPPRESSIONS_PAGE = 20
export interface SuppressionFilter {
  cause?: SuppressionCause | undefined
  skip: number
}

/** One page of the addresses to which nothing is sent, newest first, and a call that releases some of them. */
export function useSuppressions(filter: SuppressionFilter) {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<
    List<SuppressionRow>,
    ApiError,
    readonly ['admin', 'suppressions', SuppressionFilter]
  >(
    ['admin', 'suppressions', filter],
    ([, , { cause, skip }]) =>
      unwrap(client.admin.suppressions.get({ query: { skip, limit: SUPPRESSIONS_PAGE, ...(cause && { cause }) } })),
    { keepPreviousData: true },
  )
  return {
    suppressions: data,
    /** `suppressions` is still the page of the filter before. */
    isOfOtherFilter: isLoading && data !== undefined,
    error,
    refresh: () => mutate(),
    release: async (which: SuppressionRelease): Promise<void> => {
      await unwrap(client.admin.suppressions.release.post(which))
      await mutate()
    },
  }
}
