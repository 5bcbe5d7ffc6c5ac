import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router-dom'

/** Rows rendered at once: enough to fill a window. The browser lays them out at once, too. */
export const FIRST_ROWS = 4
let isFirstPage = true

/**
 * The number of rows to render of `count`: a few at once, and the others while the page already answers inputs. A list
 * that the reader goes back to is rendered whole, because its scroll position is restored (`isRestored`).
 */
export function useGradualRows(count: number): { rendered: number; isRestored: boolean } {
  const isRestored = useIsRestored()
  const rendered = useDeferredValue(count, isRestored ? count : Math.min(count, FIRST_ROWS))
  return { rendered, isRestored }
}

/**
 * The rows to render of a list that changes as a whole, such as the hits of a search: a few at once, and the others, and
 * later those of the next search, while the page already answers inputs. Until then `rows` are those before (`isBehind`).
 * A change inside of a row is shown at once.
 */
export function useGradualList<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): { rows: readonly Row[]; isBehind: boolean; isRestored: boolean } {
  const isRestored = useIsRestored()
  const ready = useDeferredValue(rows, isRestored ? rows : rows.slice(0, FIRST_ROWS))
  const isBehind = ready.some((row, index) => {
    const newest = rows[index]
    return newest !== undefined && idOf(newest) !== idOf(row)
  })
  return { rows: isBehind ? ready : rows.slice(0, ready.length), isBehind, isRestored }
}

function useIsRestored(): boolean {
  const navigation = useNavigationType()
  const [isRestored] = useState(navigation === 'POP' && !isFirstPage)
  useEffect(() => {
    isFirstPage = false
  }, [])
  return isRestored
}
