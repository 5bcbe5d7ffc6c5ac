import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useSwipeable } from 'react-swipeable'

interface SwipeListenerProps {
  surface: RefObject<HTMLElement | null>
  /** Called with how far the surface is to be moved, in pixels; 0 when the finger is lifted or lost. */
  onMove: (x: number) => void
  onRight: (() => void) | undefined
  onLeft: (() => void) | undefined
}

/** In pixels. A shorter one is taken back. */
const SWIPE_MIN = 88
/** At the edges of the screen, in pixels, a swipe goes back to the page before. */
const EDGE = 24

/** Recognises swipes over `surface`. Renders nothing. */
export function SwipeListener({ surface, onMove, onRight, onLeft }: SwipeListenerProps) {
  /** Whether the movement of the finger that is down began as a swipe. */
  const isSwipe = useRef(false)
  /** How far the surface may be moved: not at all to a side on which nothing is done. */
  const allowed = (x: number) => (!isSwipe.current || (x > 0 ? onRight : onLeft) === undefined ? 0 : x)
  const { ref } = useSwipeable({
    onSwipeStart: ({ dir, event, initial: [x] }) => {
      const isAtEdge = x < EDGE || x > window.innerWidth - EDGE
      isSwipe.current = (dir === 'Left' || dir === 'Right') && !isAtEdge && !isUsed(event.target, surface.current)
    },
    onSwiping: ({ deltaX }) => onMove(allowed(deltaX)),
    onSwiped: ({ deltaX }) => {
      const x = allowed(deltaX)
      onMove(0)
      if (x >= SWIPE_MIN) onRight?.()
      if (x <= -SWIPE_MIN) onLeft?.()
    },
    trackTouch: true,
    trackMouse: false,
  })
  const cancel = useEffectEvent(() => {
    isSwipe.current = false
    onMove(0)
  })
  useEffect(() => {
    const element = surface.current
    ref(element)
    // The browser takes the touch away, for example to scroll, or for a gesture of the system.
    const onCancel = () => cancel()
    element?.addEventListener('touchcancel', onCancel)
    return () => element?.removeEventListener('touchcancel', onCancel)
  }, [surface, ref])
  return null
}

/** Whether the finger does something else there: it writes, scrolls a wide formula, or changes which text is selected. */
function isUsed(target: EventTarget | null, surface: HTMLElement | null): boolean {
  const selection = document.getSelection()
  if (surface && selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(surface)) return true
  for (let part = target instanceof Element ? target : null; part && part !== surface; part = part.parentElement) {
    if (part.matches('input, textarea, select, [contenteditable]')) return true
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true
  }
  return false
}
