import useSWR from 'swr'
import type { MonthDays } from '#api/contract/dashboard.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The days of `month` (YYYY-MM) with papers for the user, and how many of them are not seen. Nothing is requested if it is null. */
export function useMonthDays(month: string | null) {
  const client = useClient()
  return useSWR<MonthDays, ApiError, readonly ['month-days', string] | null>(
    month === null ? null : ['month-days', month],
    async ([, asked]) => unwrap(client.users.me.dashboard.days.get({ query: { month: asked } })),
    { keepPreviousData: false },
  )
}
