import { useState } from 'react'
import useSWR, { unstable_serialize as serialize, useSWRConfig } from 'swr'
import type { ElsewhereResponse } from '#api/contract/elsewhere.ts'
import type { Paper } from '#api/contract/papers.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

type Key = readonly ['elsewhere', string, string]
const keyOf = (source: string, q: string): Key => ['elsewhere', source, q]

/**
 * The papers that another service lists for `q`. Nothing is sent to a service before `ask` names it, and nothing twice: the
 * answers stay, so that a reader who comes back from a paper finds them again.
 */
export function useElsewhere(q: string, sources: readonly string[]) {
  const client = useClient()
  const { cache } = useSWRConfig()
  const [asked, ask] = useState(() => sources.find((id) => cache.get(serialize(keyOf(id, q)))?.data) ?? null)
  const { data, error, isLoading, mutate } = useSWR<ElsewhereResponse, ApiError, Key | null>(
    asked === null ? null : keyOf(asked, q),
    ([, source, words]) => unwrap(client.papers.search.elsewhere.get({ query: { source, q: words } })),
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return {
    asked,
    ask,
    answer: data,
    error,
    isLoading,
    retry: () => void mutate(),
    /** Shows that the library has the paper `ref` now. */
    showFound: (ref: string, paper: Paper) =>
      mutate(
        (answer) =>
          answer && { ...answer, items: answer.items.map((item) => (item.ref === ref ? { ...item, paper } : item)) },
        { revalidate: false },
      ),
  }
}
