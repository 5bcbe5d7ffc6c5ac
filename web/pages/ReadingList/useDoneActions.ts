import { useRef } from 'react'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import type { Removal } from './useRemovals.ts'

interface Options {
  removals: ReadonlyMap<string, Removal>
  /** The items that were removed last and are undone together. */
  recent: readonly Item[]
  restore: (item: Item) => unknown
  moveBack: (item: Item, status: ReadingStatus) => unknown
}

/** What was done to the list since the page was opened, for the shortcut that undoes it step by step. */
export function useDoneActions({ removals, recent, restore, moveBack }: Options) {
  const actions = useRef<({ removed: Item } | { moved: Item })[]>([])

  const undoRemovals = (items: readonly Item[]) => {
    const isUndone = ({ id }: Item) => items.some((item) => item.id === id)
    actions.current = actions.current.filter((action) => !('removed' in action && isUndone(action.removed)))
    for (const item of items) void restore(item)
  }

  return {
    addRemoval: (item: Item) => void actions.current.push({ removed: item }),
    /** `item` as it was before the move. */
    addMove: (item: Item) => void actions.current.push({ moved: item }),
    undoRemovals,
    undoLast: () => {
      const action = actions.current.pop()
      if (!action) return
      if ('moved' in action) void moveBack(action.moved, action.moved.status)
      else if (recent.some(({ id }) => id === action.removed.id)) undoRemovals(recent)
      // An item that could not be removed is still on the list.
      else if (removals.get(action.removed.id)?.state !== 'failed') void restore(action.removed)
    },
  }
}
