import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  window.visualViewport?.addEventListener('resize', onChange)
  return () => window.visualViewport?.removeEventListener('resize', onChange)
}

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1

/** Whether the reader has enlarged the page with two fingers, and moves it to each side to read it. */
export const useIsPageZoomed = (): boolean => useSyncExternalStore(subscribe, isZoomed, () => false)
