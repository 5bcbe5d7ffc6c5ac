import { useMemo } from 'react'
import useSWR from 'swr'
import type { Card } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'
import { useAction } from '../useAction.ts'

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
