import useSWR from 'swr'
import type { List } from '#api/contract/lists.ts'
import type { NoticeRow, NoticesQuery } from '#api/contract/notices.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

export const NOTICES_PAGE = 20
export interface NoticeFilter {
  show: NonNullable<NoticesQuery['show']>
  skip: number
}

/** One page of the notices about papers of the library, newest first, and a call that sets one aside or restores it. */
export function useNotices(filter: NoticeFilter) {
  const client = useClient()
  const { data, error, mutate } = useSWR<List<NoticeRow>, ApiError, readonly ['admin', 'notices', NoticeFilter]>(
    ['admin', 'notices', filter],
    ([, , { show, skip }]) => unwrap(client.admin.notices.get({ query: { show, skip, limit: NOTICES_PAGE } })),
    { keepPreviousData: true },
  )
  return {
    notices: data,
    error,
    refresh: () => mutate(),
    /** `reason` null restores it. */
    decide: async ({ id }: NoticeRow, reason: string | null): Promise<void> => {
      await unwrap(client.admin.notices({ id }).put({ reason }))
      await mutate()
    },
  }
}
