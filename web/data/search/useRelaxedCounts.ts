import useSWR from 'swr'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import type { ActiveFilter } from './searchFilters.ts'
import { toQuery } from './searchState.ts'

export interface RelaxedCount extends ActiveFilter {
  total: number
}

/** Number of hits of `q` without each single filter, highest first. Nothing is requested if `filters` is empty. */
export function useRelaxedCounts(q: string, filters: readonly ActiveFilter[]): RelaxedCount[] {
  const client = useClient()
  const { data } = useSWR<RelaxedCount[], ApiError>(
    filters.length === 0 ? null : ['search-relaxed', q, filters],
    async () => {
      const counts = await Promise.all(
        filters.map(async (filter) => {
          const query = toQuery({ ...filter.without, q, page: 1 })
          if (!query) return { ...filter, total: 0 }
          const { total } = await unwrap(client.papers.search.get({ query: { ...query, limit: 1 } }))
          return { ...filter, total }
        }),
      )
      return counts.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total)
    },
    { keepPreviousData: false },
  )
  return data ?? []
}
