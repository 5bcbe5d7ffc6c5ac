import { useCallback, useSyncExternalStore } from 'react'

/** Below this width, one column has little room. */
export const PHONE = '(max-width: 599.95px)'

/** Whether the window matches a media query. */
export function useMediaMatch(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
