import useSWR from 'swr'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { CardState } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** While the first papers are being fetched, the page asks again this often. */
const FETCHING_MS = 3_000

/** The start page of `day`, or of the newest day. */
export function useDashboard(day: string | undefined) {
  const client = useClient()
  const { data, error, isLoading, isValidating, mutate } = useSWR<
    Dashboard & { loadedAt: Date },
    ApiError,
    readonly ['dashboard', string | undefined]
  >(
    ['dashboard', day],
    async ([, asked]) => {
      const shown = await unwrap(client.users.me.dashboard.get({ query: asked ? { day: asked } : {} }))
      return { ...shown, loadedAt: new Date() }
    },
    { refreshInterval: (shown) => (isFetching(shown) ? FETCHING_MS : 0) },
  )

  return {
    dashboard: data,
    loadedAt: data?.loadedAt,
    error,
    isLoading,
    isRefreshing: isValidating,
    refresh: () => void mutate(),
    /**
     * Shows a card's state as the reader just made it; the next answer of the server replaces it. What the server has
     * confirmed makes the page ask again, since counts and shelves beside the card follow from it.
     */
    showState: (paperId: string, changes: Partial<CardState>, confirmed = false) =>
      void mutate(
        (shown) =>
          shown && {
            ...shown,
            cards: shown.cards.map((card) =>
              card.paper.id === paperId ? { ...card, state: { ...card.state, ...changes } } : card,
            ),
          },
        { revalidate: confirmed },
      ),
  }
}

const isFetching = (shown: Dashboard | undefined) =>
  shown?.freshness.reason === 'running' || shown?.freshness.reason === 'empty_library'
