import { useState } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { ApiError } from '../../shared/client.ts'
import { KEPT, useSendOrKeep, WAITS } from '../../data/offline/useSendOrKeep.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

interface Options {
  /** Called with true while rows of removed papers are shown: a refresh would drop them from the list. */
  pauseRefresh: (paused: boolean) => void
  recount: (item: Item, by: 1 | -1) => unknown
  replace: (item: Item) => unknown
  refresh: () => unknown
  /** Called when the row of a paper is shown again. */
  onRestored: (id: string) => void
}

export interface Removal {
  item: Item
  /** "removed": the row shows Undo; "hidden": the row is not shown any more; "failed": still on the list. */
  state: 'removed' | 'hidden' | 'failed'
  /** Why it could not be restored. */
  error?: string
}

/** Removes papers from the reading list. A row with Undo stays in place of each until the user has left that row. */
export function useRemovals({ pauseRefresh, recount, replace, refresh, onRestored }: Options) {
  const { remove, restore } = useReadingActions()
  const { sendOrKeep, isWaiting } = useSendOrKeep()
  const announce = useAnnounce()
  const [removals, setRemovals] = useState<ReadonlyMap<string, Removal>>(new Map())
  /** The items that the snackbar's Undo restores. */
  const [recent, setRecent] = useState<readonly Item[]>([])

  const mark = (id: string, removal: Removal | null) =>
    setRemovals((all) => {
      const next = new Map(all)
      if (removal) next.set(id, removal)
      else next.delete(id)
      return next
    })

  const removeItem = async (item: Item) => {
    pauseRefresh(true)
    mark(item.id, { item, state: 'removed' })
    setRecent((items) => [...without(item.id)(items), item])
    recount(item, -1)
    announce('Removed')
    try {
      const about = { paperId: item.paper.id, title: item.paper.title, itemId: item.id }
      const result = await sendOrKeep({ ...about, what: 'remove' }, () => remove(item.id))
      if (result !== KEPT) return
      // What waits is counted from what is kept.
      recount(item, 1)
      announce(WAITS)
    } catch (error) {
      // Already removed, for example in another window.
      if (error instanceof ApiError && error.code === 'not-found') return
      if (!(error instanceof ApiError)) throw error
      mark(item.id, { item, state: 'failed' })
      setRecent(without(item.id))
      recount(item, 1)
    }
  }

  const undo = async (item: Item) => {
    const { id, paper } = item
    const removal = removals.get(id)
    setRecent(without(id))
    const change = { paperId: paper.id, title: paper.title, what: 'restore', itemId: id } as const
    const wasKept = isWaiting(change)
    let restored: Item | typeof KEPT
    try {
      restored = await sendOrKeep(change, () => restore(id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (removal) mark(id, { ...removal, error: 'Could not restore it.' })
      announce('Could not restore it')
      return
    }
    mark(id, null)
    onRestored(id)
    if (removal?.state === 'removed') {
      if (!wasKept) recount(removal.item, 1)
      if (restored !== KEPT) replace(restored)
    } else if (restored !== KEPT) {
      // The list has no row for the item any more: load the list again.
      refresh()
    }
    announce('Restored')
  }

  return {
    removals,
    recent,
    removeItem,
    undo,
    dismissRecent: () => setRecent([]),
    /** Called when the user has left the row of a removed paper. Hides it; after the last one, refreshes the list. */
    hideRow: (item: Item) => {
      const others = [...removals.values()].filter(
        ({ item: other, state }) => other.id !== item.id && state === 'removed',
      )
      if (others.length > 0) return mark(item.id, { item, state: 'hidden' })
      setRemovals(new Map())
      pauseRefresh(false)
      refresh()
    },
  }
}

const without = (id: string) => (items: readonly Item[]) => items.filter((item) => item.id !== id)
