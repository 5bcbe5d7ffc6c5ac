import type { ComponentProps } from 'react'
import { unstable_serialize, useSWRConfig, type Middleware, type SWRConfig } from 'swr'
import { ApiError } from '../shared/client.ts'

/**
 * SWR middleware: the data of the key before is shown while that of the new key loads, and not when that has failed: an
 * answer to another question is worse than none.
 */
const hideOtherData: Middleware = (useNext) => (key, fetcher, config) => {
  const { cache } = useSWRConfig()
  const result = useNext(key, fetcher, config)
  // The keys of an infinite list are of another kind: `useReadingList` does the same itself.
  if (typeof key === 'function' || config.fallbackData !== undefined) return result
  // Inherits the properties, which are getters that register what the component depends on.
  return Object.create(result, {
    data: {
      get: () =>
        result.error !== undefined && cache.get(unstable_serialize(key))?.data === undefined ? undefined : result.data,
    },
  }) as typeof result
}

/**
 * Options of every SWR hook: a separate cache per `SWRConfig`, old data shown while new data loads, retries only after
 * network errors and status 5xx.
 */
export const swrOptions = {
  provider: () => new Map(),
  use: [hideOtherData],
  keepPreviousData: true,
  dedupingInterval: 5_000,
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.code === 'unreachable' || error.status >= 500,
  errorRetryCount: 5,
} satisfies ComponentProps<typeof SWRConfig>['value']
