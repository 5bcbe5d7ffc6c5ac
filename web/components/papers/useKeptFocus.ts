import { useEffect, useRef, type RefObject } from 'react'
import { isFocusLost } from '../../shared/isFocusLost.ts'

/**
 * Focuses `element` when it is shown in another look, such as a headline in place of its card, and the focused element
 * went away with the look before.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>, look: unknown): void {
  const before = useRef(look)
  useEffect(() => {
    if (before.current === look) return
    before.current = look
    if (isFocusLost()) element.current?.focus({ preventScroll: true })
  }, [look, element])
}
