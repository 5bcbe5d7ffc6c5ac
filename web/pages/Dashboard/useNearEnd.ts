import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Distance in pixels: about as far as a reader scrolls while a page loads. */
const NEAR = 800

/**
 * Calls `onNear` when the window is scrolled near to the element at the end of a list, and again after the rows that were
 * added moved it away. Does nothing while `enabled` is false.
 */
export function useNearEnd(
  end: RefObject<HTMLElement | null>,
  { enabled, onNear }: { enabled: boolean; onNear: () => void },
): void {
  const report = useEffectEvent(onNear)
  useEffect(() => {
    if (!enabled || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) report()
      },
      { rootMargin: `0px 0px ${NEAR}px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, enabled])
}
