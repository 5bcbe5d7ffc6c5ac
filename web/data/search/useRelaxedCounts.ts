import useSWR from 'swr'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { toQuery, type ActiveFilter } from './searchState.ts'

export interface RelaxedCount extends ActiveFilter {
  total: number
}

/** How many papers `q` would find without each of the filters, most first. Asks nothing when `filters` is empty. */
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
