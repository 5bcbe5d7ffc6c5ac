import { useState } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { ApiError } from '../../shared/client.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

interface Options {
  /** While places are held the list must not move under them. */
  hold: (held: boolean) => void
  recount: (item: Item, by: 1 | -1) => unknown
  replace: (item: Item) => unknown
  refresh: () => unknown
}

export interface Removal {
  item: Item
  /** "gone": the reader has left its place; "failed": it is still on the list. */
  state: 'removed' | 'gone' | 'failed'
  /** Why it could not be brought back. */
  error?: string
}

/** Removed papers leave a place to bring them back from; the place goes when the reader has left it. */
export function useRemovals({ hold, recount, replace, refresh }: Options) {
  const { remove, restore } = useReadingActions()
  const announce = useAnnounce()
  const [removals, setRemovals] = useState<ReadonlyMap<string, Removal>>(new Map())
  /** What the bar at the foot would bring back. */
  const [recent, setRecent] = useState<readonly string[]>([])

  const mark = (id: string, removal: Removal | null) =>
    setRemovals((all) => {
      const next = new Map(all)
      if (removal) next.set(id, removal)
      else next.delete(id)
      return next
    })

  const removeItem = async (item: Item) => {
    hold(true)
    mark(item.id, { item, state: 'removed' })
    setRecent((ids) => [...ids.filter((id) => id !== item.id), item.id])
    recount(item, -1)
    announce('Removed')
    try {
      await remove(item.id)
    } catch (error) {
      // Gone already, in another window: as wished.
      if (error instanceof ApiError && error.code === 'not-found') return
      if (!(error instanceof ApiError)) throw error
      mark(item.id, { item, state: 'failed' })
      setRecent((ids) => ids.filter((id) => id !== item.id))
      recount(item, 1)
    }
  }

  const undo = async (id: string) => {
    const removal = removals.get(id)
    setRecent((ids) => ids.filter((other) => other !== id))
    let restored: Item
    try {
      restored = await restore(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (removal) mark(id, { ...removal, error: 'Could not bring it back.' })
      announce('Could not bring it back')
      return
    }
    mark(id, null)
    if (removal?.state === 'removed') {
      recount(removal.item, 1)
      replace(restored)
    } else {
      // Its place is gone: the list has to be asked where it belongs.
      refresh()
    }
    announce('Restored')
  }

  return {
    removals,
    recent,
    removeItem,
    undo,
    undoRecent: () => Promise.all(recent.map(undo)),
    dismissRecent: () => setRecent([]),
    /** The reader has left the place of a removed paper. */
    forget: (item: Item) => {
      const others = [...removals.values()].filter(
        ({ item: other, state }) => other.id !== item.id && state === 'removed',
      )
      if (others.length > 0) return mark(item.id, { item, state: 'gone' })
      setRemovals(new Map())
      hold(false)
      refresh()
    },
  }
}
