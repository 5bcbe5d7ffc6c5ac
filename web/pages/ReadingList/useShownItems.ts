import { useEffect, useRef } from 'react'
import type { useChanges } from '../../data/offline/useChanges.ts'
import type { useReadingList } from '../../data/reading/useReadingList.ts'

/**
 * The items of the list and the counts of its tabs with the changes that the server has not confirmed yet. Loads the list
 * again after those that waited for the connection.
 */
export function useShownItems(
  { items, counts, refresh }: Pick<ReturnType<typeof useReadingList>, 'items' | 'counts' | 'refresh'>,
  { withUnsentItem, withUnsentCounts }: ReturnType<typeof useChanges>,
) {
  const shown = items.map(withUnsentItem)
  const waiting = shown.reduce(
    (sum, { areTagsWaiting, isMoveWaiting, isRemovalWaiting }) =>
      sum + Number(areTagsWaiting) + Number(isMoveWaiting) + Number(isRemovalWaiting),
    0,
  )
  const waitingBefore = useRef(waiting)
  useEffect(() => {
    if (waiting < waitingBefore.current) void refresh()
    waitingBefore.current = waiting
    // oxlint-disable-next-line react/exhaustive-deps -- `refresh` is a new function on each render.
  }, [waiting])
  return { shown, counts: counts && withUnsentCounts(counts, items) }
}
