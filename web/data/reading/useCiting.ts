import { useState } from 'react'
import useSWR from 'swr'
import { CITING_LIMIT_DEFAULT, PAGE_MAX } from '#api/contract/limits.ts'
import type { CitingList } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The new papers that cite a saved one, which are asked for once the list of them is opened. */
export function useCiting(itemId: string) {
  const client = useClient()
  /** The item whose list is open. */
  const [openId, setOpenId] = useState<string | null>(null)
  const isOpen = openId === itemId
  const [limit, setLimit] = useState(CITING_LIMIT_DEFAULT)
  const { data, error, mutate } = useSWR<CitingList, ApiError, readonly ['citing', string, number] | null>(
    isOpen ? ['citing', itemId, limit] : null,
    ([, id, count]) => unwrap(client.users.me['reading-list']({ id }).citations.get({ query: { limit: count } })),
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  const hasMore = data !== undefined && data.items.length < data.total && limit < PAGE_MAX
  return {
    isOpen,
    list: data,
    error: data === undefined ? error : undefined,
    onToggle: () => setOpenId(isOpen ? null : itemId),
    onRetry: () => void mutate(),
    onMore: hasMore ? () => setLimit(PAGE_MAX) : undefined,
  }
}
