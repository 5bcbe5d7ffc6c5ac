import { useEffect, useRef } from 'react'
import { useSendOrKeep } from '../../data/offline/useSendOrKeep.ts'
import type { useReadingList } from '../../data/reading/useReadingList.ts'

/** The items of the list with the moves and removals that wait for the connection. Loads the list again after those. */
export function useShownItems({ items, refresh }: Pick<ReturnType<typeof useReadingList>, 'items' | 'refresh'>) {
  const { withUnsentItem } = useSendOrKeep()
  const shown = items.map(withUnsentItem)
  const waiting = shown.filter(({ isMoveWaiting, isRemovalWaiting }) => isMoveWaiting || isRemovalWaiting).length
  const waitingBefore = useRef(waiting)
  useEffect(() => {
    if (waiting < waitingBefore.current) void refresh()
    waitingBefore.current = waiting
    // oxlint-disable-next-line react/exhaustive-deps -- `refresh` is a new function on each render.
  }, [waiting])
  return { shown, withUnsentItem }
}
