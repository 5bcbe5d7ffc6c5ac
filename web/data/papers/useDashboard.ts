import { useCallback, useMemo } from 'react'
import useSWR from 'swr'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { Card } from '#api/contract/papers.ts'
import type { CatchUp } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { answeredAt } from '../../shared/serverClock.ts'
import { dayRead } from '../reads.ts'
import { useAction } from '../useAction.ts'

/** Refresh interval while papers are being fetched. */
const FETCHING_MS = 3_000

/** `loadedAt` is an instant by the server's clock. */
export type LoadedDashboard = Dashboard & { loadedAt: string }

/** The dashboard of `day`, or of the newest day if undefined, with the first page of its cards. */
export function useDashboard(day: string | undefined) {
  const client = useClient()
  const { data, error, isLoading, isValidating, mutate } = useSWR<
    LoadedDashboard,
    ApiError,
    readonly ['dashboard', string | undefined]
  >(
    dayRead(day).key,
    async ([, requestedDay]) => {
      const call = client.users.me.dashboard.get({ query: dayRead(requestedDay).query })
      const dashboard = await unwrap(call)
      return { ...dashboard, loadedAt: answeredAt((await call).response) }
    },
    { refreshInterval: (dashboard) => (isFetching(dashboard) ? FETCHING_MS : 0) },
  )

  const refresh = useCallback(() => void mutate(), [mutate])
  return {
    dashboard: data,
    loadedAt: data && new Date(data.loadedAt),
    error,
    isLoading,
    isRefreshing: isValidating,
    refresh,
  }
}

/** Whether papers are expected at any moment: they are fetched, or the library is empty and the sample papers may come. */
function isFetching(dashboard: Dashboard | undefined): boolean {
  if (dashboard === undefined) return false
  const { reason, announced_on, coming_days, samples_loading } = dashboard.freshness
  return reason === 'running' || announced_on === null || coming_days !== undefined || samples_loading !== undefined
}

/** Cards by paper id; null for a paper that the server has no card of. */
type CardsById = Readonly<Record<string, Card | null>>

/**
 * The cards of `day` that were loaded after the first page, and the function that loads more. Their states are those of
 * the time of loading: the outline of the dashboard has the current ones. They are kept while the user is signed in.
 */
export function useDayCards(day: string) {
  const client = useClient()
  // Without a function that loads it: the cache only keeps what `load` adds.
  const { data, mutate } = useSWR<CardsById>(['day-cards', day], null, { keepPreviousData: false })
  const loading = useAction(async (ids: readonly string[]) => {
    const { items } = await unwrap(client.users.me.dashboard.cards.get({ query: { day, paper_ids: [...ids] } }))
    const found = Object.fromEntries(items.map((card) => [card.paper.id, card]))
    const added = Object.fromEntries(ids.map((id) => [id, found[id] ?? null]))
    await mutate((before) => ({ ...before, ...added }), { revalidate: false })
  })
  const later = useMemo(() => data ?? {}, [data])
  return { later, load: loading.run, busy: loading.busy, failed: loading.error !== undefined }
}

/**
 * The best cards of the days that the user missed. Loaded once, so that the list keeps its cards while it is being
 * read. Nothing is requested unless `enabled`.
 */
export function useCatchUp(enabled: boolean) {
  const client = useClient()
  const { data, error, mutate } = useSWR<CatchUp, ApiError>(
    enabled && ['catch-up'],
    () => unwrap(client.users.me['catch-up'].get()),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return {
    catchUp: data,
    error,
    retry: () => void mutate(),
  }
}
