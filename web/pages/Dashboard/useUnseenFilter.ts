import { useState } from 'react'
import type { Card } from '#api/contract/papers.ts'

/**
 * Returns the cards that pass the "Unseen only" filter. A card that becomes seen stays in the list until the filter or
 * the day changes, so that no card disappears while it is being read.
 */
export function useUnseenFilter(cards: readonly Card[], day: string, unseenOnly: boolean): readonly Card[] {
  const key = unseenOnly ? day : null
  const [kept, setKept] = useState<{ key: string | null; ids: ReadonlySet<string> }>({ key: null, ids: new Set() })
  const ids =
    kept.key === key ? kept.ids : new Set(cards.filter(({ state }) => !state.seen).map(({ paper }) => paper.id))
  if (kept.key !== key) setKept({ key, ids })
  return unseenOnly ? cards.filter(({ paper, state }) => !state.seen || ids.has(paper.id)) : cards
}
