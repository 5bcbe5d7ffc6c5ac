import type { Item } from '#api/contract/readingList.ts'
import { useDoneActions } from './useDoneActions.ts'
import { useItemChanges } from './useItemChanges.ts'
import type { useListedItems } from './useListedItems.ts'

interface Options {
  listed: ReturnType<typeof useListedItems>
  /** Called when the reader removes an item. */
  onRemoved: (item: Item) => void
}

/** What the reader does to single items: move, tag, remove, and undo that. */
export function useListChanges({ listed, onRemoved }: Options) {
  const { changes, items, removals, recent, removing } = listed
  const { move, setTags, errorOf } = useItemChanges({
    changes,
    onMoved: (item) => done.addMove(item),
  })
  const done = useDoneActions({
    removals,
    recent,
    restore: removing.undo,
    moveBack: (item, status) => move(items.find(({ id }) => id === item.id) ?? item, status, true),
  })
  return {
    move,
    setTags,
    /** Why the last change of an item failed. */
    errorOf,
    remove: (item: Item) => {
      onRemoved(item)
      done.addRemoval(item)
      void removing.removeItem(item)
    },
    undoRemovals: done.undoRemovals,
    /** Undoes the last change, and the one before it when called again. */
    undoLast: done.undoLast,
  }
}
