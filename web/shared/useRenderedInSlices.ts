import { startTransition, useEffect, useState } from 'react'

/**
 * True as soon as the page has what `isLoaded` says, a moment later than that: what is shown then is rendered as a
 * transition, in slices of 5 ms, so that the browser answers inputs meanwhile. At once if it is loaded from the start.
 */
export function useRenderedInSlices(isLoaded: boolean): boolean {
  const [isShown, setShown] = useState(isLoaded)
  useEffect(() => startTransition(() => setShown(isLoaded)), [isLoaded])
  return isLoaded && isShown
}
