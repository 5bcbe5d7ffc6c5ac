import { useEffect, useRef } from 'react'
import { useSendOrKeep } from '../../data/offline/useSendOrKeep.ts'
import type { useReadingList } from '../../data/reading/useReadingList.ts'

/**
 * The items of the list and the counts of its tabs with the changes that wait for the connection. Loads the list again
 * after those.
 */
export function useShownItems({
  items,
  counts,
  refresh,
}: Pick<ReturnType<typeof useReadingList>, 'items' | 'counts' | 'refresh'>) {
  const { withUnsentItem, withUnsentCounts } = useSendOrKeep()
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
  return { shown, counts: counts && withUnsentCounts(counts, items), withUnsentItem }
}
