import type { ComponentProps } from 'react'
import type { SWRConfig } from 'swr'
import { ApiError } from '../shared/client.ts'

/**
 * Options of every SWR hook: a separate cache per `SWRConfig`, old data shown while new data loads, retries only after
 * network errors and status 5xx.
 */
export const swrOptions: NonNullable<ComponentProps<typeof SWRConfig>['value']> = {
  provider: () => new Map(),
  keepPreviousData: true,
  dedupingInterval: 5_000,
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.code === 'unreachable' || error.status >= 500,
  errorRetryCount: 5,
}
