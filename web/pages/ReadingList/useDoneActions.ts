import { useRef } from 'react'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import type { Removal } from './useRemovals.ts'

interface Options {
  removals: ReadonlyMap<string, Removal>
  /** Ids of the items that were removed last and are undone together. */
  recent: readonly string[]
  restore: (id: string) => unknown
  moveBack: (item: Item, status: ReadingStatus) => unknown
}

/** What was done to the list since the page was opened, for the shortcut that undoes it step by step. */
export function useDoneActions({ removals, recent, restore, moveBack }: Options) {
  const actions = useRef<({ removed: string } | { moved: Item })[]>([])

  const undoRemovals = (ids: readonly string[]) => {
    actions.current = actions.current.filter((action) => !('removed' in action && ids.includes(action.removed)))
    for (const id of ids) void restore(id)
  }

  return {
    addRemoval: (id: string) => void actions.current.push({ removed: id }),
    /** `item` as it was before the move. */
    addMove: (item: Item) => void actions.current.push({ moved: item }),
    undoRemovals,
    undoLast: () => {
      const action = actions.current.pop()
      if (!action) return
      if ('moved' in action) void moveBack(action.moved, action.moved.status)
      else if (recent.includes(action.removed)) undoRemovals(recent)
      // An item that could not be removed is still on the list.
      else if (removals.get(action.removed)?.state !== 'failed') void restore(action.removed)
    },
  }
}
