import type { ComponentProps } from 'react'
import type { SWRConfig } from 'swr'
import { ApiError } from '../shared/client.ts'

/** How every read behaves: one cache for each `SWRConfig`, old data kept while new loads, no repeat of a refused call. */
export const swrOptions: NonNullable<ComponentProps<typeof SWRConfig>['value']> = {
  provider: () => new Map(),
  keepPreviousData: true,
  dedupingInterval: 5_000,
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.code === 'unreachable' || error.status >= 500,
  errorRetryCount: 5,
}
