import useSWR, { useSWRConfig } from 'swr'
import type { ChangedItems } from '#api/contract/readingList.ts'
import type { Review } from '#api/contract/review.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { useSelectionCalls } from './useSelectionCalls.ts'

/**
 * The review of the week that ends with `week`, by default of the newest one. Loaded once for each visit, so that the
 * papers of its question stay while it is read; another week replaces it when it is there.
 */
export function useReview(week: string | undefined) {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<Review, ApiError>(
    ['review', week],
    () => unwrap(client.users.me.review.get({ query: week === undefined ? {} : { week } })),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  // What is kept is of another week when this one could not be loaded.
  return { review: error ? undefined : data, error, isLoading, retry: () => void mutate() }
}

/** Lets go of papers of the review, and takes it back. Both throw ApiError. */
export function useLetGo() {
  const client = useClient()
  const { change } = useSelectionCalls()
  const { mutate } = useSWRConfig()
  return {
    letGo: async (paperIds: readonly string[]): Promise<ChangedItems['items']> => {
      const { items } = await unwrap(client.users.me.review['let-go'].post({ paper_ids: [...paperIds] }))
      void mutate(
        (key) => Array.isArray(key) && (['dashboard', 'reading-plan'].includes(String(key[0])) || key[1] === 'counts'),
      )
      return items
    },
    undo: (ids: readonly string[]) => change({ ids: [...ids], removed: false }),
  }
}
