import { useState } from 'react'
import type { Card } from '#api/contract/papers.ts'

/**
 * The cards under "Unseen only". A card that is read meanwhile stays until the filter or the day changes: nothing may
 * vanish under the eyes of its reader.
 */
export function useUnseenFilter(cards: readonly Card[], day: string, unseenOnly: boolean): readonly Card[] {
  const key = unseenOnly ? day : null
  const [held, setHeld] = useState<{ key: string | null; ids: ReadonlySet<string> }>({ key: null, ids: new Set() })
  const ids =
    held.key === key ? held.ids : new Set(cards.filter(({ state }) => !state.seen).map(({ paper }) => paper.id))
  if (held.key !== key) setHeld({ key, ids })
  return unseenOnly ? cards.filter(({ paper, state }) => !state.seen || ids.has(paper.id)) : cards
}
