import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the first new row after "Show more": the button moves away or disappears. Returns the function to
 * call when more rows are requested. `selector` finds the focusable element of each of the `shown` rows in `list`.
 */
export function useFocusFirstNew(list: RefObject<HTMLElement | null>, selector: string, shown: number): () => void {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || shown <= from.current) return
    list.current?.querySelectorAll<HTMLElement>(selector)[from.current]?.focus({ preventScroll: true })
    from.current = null
  }, [list, selector, shown])
  return () => {
    from.current = shown
  }
}
