import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router-dom'

/** Rows rendered at once: enough to fill a window. */
const FIRST_ROWS = 4
let isFirstPage = true

/**
 * The number of rows to render of `count`: a few at once, and the others while the page already answers inputs. A list
 * that the reader goes back to is rendered whole, because its scroll position is restored (`isRestored`).
 */
export function useGradualRows(count: number): { rendered: number; isRestored: boolean } {
  const navigation = useNavigationType()
  const [isRestored] = useState(navigation === 'POP' && !isFirstPage)
  useEffect(() => {
    isFirstPage = false
  }, [])
  const rendered = useDeferredValue(count, isRestored ? count : Math.min(count, FIRST_ROWS))
  return { rendered, isRestored }
}
