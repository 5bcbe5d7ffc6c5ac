import { useEffect, useRef, useState } from 'react'
import { useChanges } from '../../data/offline/useChanges.ts'
import type { ReadingFilter } from '../../data/reads.ts'
import { useReadingList } from '../../data/reading/useReadingList.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'
import { focusRow, isRowShown } from './ReadingRow.tsx'
import { useRemovals, type Removal } from './useRemovals.ts'
import { useShownItems } from './useShownItems.ts'

/** The items that the list shows under `filter`, with the changes that are not sent yet, and those removed from it. */
export function useListedItems(filter: ReadingFilter) {
  const [isRefreshPaused, setRefreshPaused] = useState(false)
  const list = useReadingList(filter, isRefreshPaused)
  const changes = useChanges()
  const restoredId = useRef<string | null>(null)
  const { removals, recent, ...removing } = useRemovals({
    setSaved: changes.setSaved,
    refresh: list.refresh,
    pauseRefresh: setRefreshPaused,
    onRestored: (id) => {
      restoredId.current = id
    },
  })
  const { shown, counts } = useShownItems(list, changes)

  // The row with Undo, which had the focus, is gone.
  useEffect(() => {
    if (restoredId.current === null || !isRowShown(restoredId.current)) return
    if (isFocusLost()) focusRow(restoredId.current)
    restoredId.current = null
  })

  return {
    list,
    counts,
    changes,
    removals,
    /** The items that were removed last and are undone together. */
    recent,
    removing,
    /** The rows to show, also those of removed papers that can be undone. */
    shown: shown.filter(({ item, isRemovalWaiting }) => isRemovalWaiting || removals.get(item.id)?.state !== 'hidden'),
    /** The items that are still on the list. */
    items: shown
      .filter(({ item, isRemovalWaiting }) => !isRemovalWaiting && !isRemoved(removals.get(item.id)))
      .map(({ item }) => item),
  }
}

/** Whether the paper is removed. Its row shows Undo, or is hidden. */
const isRemoved = (removal: Removal | undefined) => removal !== undefined && removal.state !== 'failed'
