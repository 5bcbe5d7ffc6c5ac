import { useState } from 'react'
import useSWR from 'swr'
import type { FollowableList } from '#api/contract/categories.ts'
import { useClient } from '../api.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useMakeJournal } from './useCategories.ts'

/** How the picker of what to follow finds journals, and makes them categories. */
export type Journals = ReturnType<typeof useJournals>

/** The journal is being made a category, or why it could not be. */
type Making = 'busy' | ApiError

/** Finds journals at Crossref by the words that are asked for last, and makes them categories. Nothing is asked for ''. */
export function useJournals() {
  const client = useClient()
  const makeJournal = useMakeJournal()
  const [asked, ask] = useState('')
  const [making, setMaking] = useState<Readonly<Record<string, Making | undefined>>>({})
  const { data, error, isValidating, mutate } = useSWR<FollowableList, ApiError>(
    asked !== '' && ['journal-search', asked],
    () => unwrap(client.categories.search.get({ query: { q: asked } })),
    { revalidateOnFocus: false, revalidateIfStale: false },
  )
  /** `onMade` gets the id of the category. */
  const make = async (issn: string, onMade: (id: string) => void): Promise<void> => {
    const set = (state: Making | undefined) => setMaking((before) => ({ ...before, [issn]: state }))
    set('busy')
    try {
      onMade((await makeJournal(issn)).id)
      set(undefined)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      set(failure)
    }
  }
  return { asked, ask, found: data, error, isLoading: isValidating, retry: () => void mutate(), make, making }
}
