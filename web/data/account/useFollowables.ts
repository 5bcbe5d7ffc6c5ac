import { useState } from 'react'
import useSWR from 'swr'
import type { CategoryInput, FollowableList } from '#api/contract/categories.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useMakeCategory } from './useCategories.ts'

/** How the picker of what to follow finds journals, venues, queries and feeds, and makes them categories. */
export type Followables = ReturnType<typeof useFollowables>

/** The category is being made, or why it could not be. */
type Making = 'busy' | ApiError

/** Finds what can be followed by the words or the address asked for last, and makes it a category. Nothing is asked for ''. */
export function useFollowables() {
  const client = useClient()
  const makeCategory = useMakeCategory()
  const [asked, ask] = useState('')
  const [making, setMaking] = useState<Readonly<Record<string, Making | undefined>>>({})
  const { data, error, isValidating, mutate } = useSWR<FollowableList, ApiError>(
    asked !== '' && ['followables', asked],
    () => unwrap(client.categories.search.get({ query: { q: asked } })),
    { revalidateOnFocus: false, revalidateIfStale: false },
  )
  /** `making` has the state under `code`; `onMade` gets the id of the category. */
  const make = async (code: string, input: CategoryInput, onMade: (id: string) => void): Promise<void> => {
    const set = (state: Making | undefined) => setMaking((before) => ({ ...before, [code]: state }))
    set('busy')
    try {
      onMade((await makeCategory(input)).id)
      set(undefined)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      set(failure)
    }
  }
  return { asked, ask, found: data, error, isLoading: isValidating, retry: () => void mutate(), make, making }
}
