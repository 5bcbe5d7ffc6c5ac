import useSWR from 'swr'
import type { DuplicateRow } from '#api/contract/duplicates.ts'
import type { List } from '#api/contract/lists.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

export const DUPLICATES_PAGE = 20
export interface DuplicateFilter {
  kind: DuplicateRow['kind']
  skip: number
}

const idsOf = ({ records }: DuplicateRow) => records.map(({ id }) => id)

/** One page of the records that may be one paper, or that were joined, newest first, and calls that decide about them. */
export function useDuplicates(filter: DuplicateFilter) {
  const client = useClient()
  const { data, error, mutate } = useSWR<
    List<DuplicateRow>,
    ApiError,
    readonly ['admin', 'duplicates', DuplicateFilter]
  >(
    ['admin', 'duplicates', filter],
    ([, , { kind, skip }]) => unwrap(client.admin.duplicates.get({ query: { kind, skip, limit: DUPLICATES_PAGE } })),
    { keepPreviousData: true },
  )
  return {
    duplicates: data,
    error,
    refresh: () => mutate(),
    join: async (row: DuplicateRow): Promise<void> => {
      await unwrap(client.admin.duplicates.join.post({ ids: idsOf(row) }))
      await mutate()
    },
    part: async (row: DuplicateRow): Promise<void> => {
      const [id = '', ...record_ids] = idsOf(row)
      await unwrap(client.admin.duplicates.part.post({ id, record_ids, reason: 'Decided in the admin panel.' }))
      await mutate()
    },
  }
}
