import useSWR from 'swr'
import type { RankingComparison, RankingReport } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The comparison of two orders over all readers. */
export function useRanking() {
  const client = useClient()
  const { data, error, mutate } = useSWR<RankingReport, ApiError>(['admin', 'ranking'], () =>
    unwrap(client.admin.ranking.get()),
  )
  return {
    report: data,
    error,
    retry: () => void mutate(),
    /** Saves which orders are compared, and on which share of the lists. Throws ApiError. */
    change: async (comparison: RankingComparison) => {
      const report = await unwrap(client.admin.ranking.put(comparison))
      await mutate(report, { revalidate: false })
    },
  }
}
