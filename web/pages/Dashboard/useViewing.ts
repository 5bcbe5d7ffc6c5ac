import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Time in view after which a card counts as seen. */
const SEEN_MS = 2_000
/** Shorter times are not reported as reading time. */
const READ_MIN_SECONDS = 1

/** Of headlines eighteen or more are in view at once: each is read for a third of a second. */
const HEADLINE_SEEN_MS = 6_000

/** Calls `onSeen` once the card has been in view for two seconds, or the headline for six. Does nothing if `done`. */
export function useSeen(
  card: RefObject<HTMLElement | null>,
  { done, isHeadline }: { done: boolean; isHeadline: boolean },
  onSeen: () => void,
): void {
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    const element = card.current
    if (!element || done) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // Half of the card, or half of the window where the card is taller than that.
        const inView = entries.some(
          ({ intersectionRatio, intersectionRect }) =>
            intersectionRatio >= 0.5 || intersectionRect.height >= window.innerHeight / 2,
        )
        const wait = isHeadline ? HEADLINE_SEEN_MS : SEEN_MS
        if (inView) timer = setTimeout(() => document.visibilityState === 'visible' && report(), wait)
      },
      { threshold: [0, 0.25, 0.5, 0.75, 1] },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [card, done, isHeadline])
}

/** Measures how long the abstract is open in a visible window. Calls `onRead` when it is closed or hidden. */
export function useReadingTime(open: boolean, onRead: (seconds: number) => void): void {
  const report = useEffectEvent(onRead)
  useEffect(() => {
    if (!open) return
    let since = document.visibilityState === 'visible' ? performance.now() : null
    const stop = () => {
      if (since === null) return
      const seconds = (performance.now() - since) / 1000
      since = null
      if (seconds >= READ_MIN_SECONDS) report(Math.round(seconds * 10) / 10)
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') stop()
      else since ??= performance.now()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      stop()
    }
  }, [open])
}
