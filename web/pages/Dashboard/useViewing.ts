import { useEffect, useEffectEvent, type RefObject } from 'react'

/** A card counts as seen after standing in view for so long. */
const SEEN_MS = 2_000
/** Shorter looks at an abstract are not reading. */
const READ_MIN_SECONDS = 1

/** Tells once when the card has been in view long enough. */
export function useSeen(card: RefObject<HTMLElement | null>, done: boolean, onSeen: () => void): void {
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    const place = card.current
    if (!place || done) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // Half of the card, or half of the window where the card is taller than that.
        const inView = entries.some(
          ({ intersectionRatio, intersectionRect }) =>
            intersectionRatio >= 0.5 || intersectionRect.height >= window.innerHeight / 2,
        )
        if (inView) timer = setTimeout(() => document.visibilityState === 'visible' && tell(), SEEN_MS)
      },
      { threshold: [0, 0.25, 0.5, 0.75, 1] },
    )
    watch.observe(place)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [card, done])
}

/** Tells for how many seconds the abstract stood open in a visible window, each time that ends. */
export function useReadingTime(open: boolean, onRead: (seconds: number) => void): void {
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (!open) return
    let since = document.visibilityState === 'visible' ? performance.now() : null
    const stop = () => {
      if (since === null) return
      const seconds = (performance.now() - since) / 1000
      since = null
      if (seconds >= READ_MIN_SECONDS) tell(Math.round(seconds * 10) / 10)
    }
    const follow = () => {
      if (document.visibilityState === 'hidden') stop()
      else since ??= performance.now()
    }
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [open])
}
