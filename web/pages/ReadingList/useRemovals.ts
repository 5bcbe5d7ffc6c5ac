import { useState } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { WAITS, type useChanges } from '../../data/offline/useChanges.ts'

interface Options {
  setSaved: ReturnType<typeof useChanges>['setSaved']
  /** Called with true while rows of removed papers are shown: a refresh would drop them from the list. */
  pauseRefresh: (paused: boolean) => void
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
export function useRemovals({ setSaved, pauseRefresh, refresh, onRestored }: Options) {
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
  const set = ({ id, paper }: Item, saved: boolean) => setSaved({ paperId: paper.id, title: paper.title }, saved, id)

  const removeItem = async (item: Item) => {
    pauseRefresh(true)
    mark(item.id, { item, state: 'removed' })
    setRecent((items) => [...without(item.id)(items), item])
    announce('Removed')
    const result = await set(item, false)
    if (result === 'waiting') announce(WAITS)
    if (result !== 'refused') return
    mark(item.id, { item, state: 'failed' })
    setRecent(without(item.id))
  }

  const undo = async (item: Item) => {
    const removal = removals.get(item.id)
    setRecent(without(item.id))
    const result = await set(item, true)
    if (result === 'refused') {
      if (removal) mark(item.id, { ...removal, error: 'Could not restore it.' })
      announce('Could not restore it')
      return
    }
    mark(item.id, null)
    onRestored(item.id)
    // The list has no row for the item any more: load the list again.
    if (removal?.state !== 'removed' && result === 'sent') refresh()
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
