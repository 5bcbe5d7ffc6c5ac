import { useState } from 'react'
import type { DayEntry } from '#api/contract/dashboard.ts'

/**
 * Returns the cards that pass the "Unseen only" filter. A card that becomes seen stays in the list until the filter or
 * the day changes, so that no card disappears while it is being read.
 */
export function useUnseenFilter(entries: readonly DayEntry[], day: string, unseenOnly: boolean): readonly DayEntry[] {
  const key = unseenOnly ? day : null
  const [kept, setKept] = useState<{ key: string | null; ids: ReadonlySet<string> }>({ key: null, ids: new Set() })
  const ids =
    kept.key === key ? kept.ids : new Set(entries.filter(({ state }) => !state.seen).map(({ paper_id }) => paper_id))
  if (kept.key !== key) setKept({ key, ids })
  return unseenOnly ? entries.filter(({ paper_id, state }) => !state.seen || ids.has(paper_id)) : entries
}
