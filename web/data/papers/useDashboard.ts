import { useCallback } from 'react'
import useSWR from 'swr'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { answeredAt } from '../../shared/serverClock.ts'
import { dayRead } from '../reads.ts'

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
