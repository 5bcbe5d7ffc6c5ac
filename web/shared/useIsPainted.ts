import { createContext, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Called by `PageTitle` after the first content of a page is painted, for what the reader should not wait for. */
export const ContentPaintedContext = createContext<(() => void) | undefined>(undefined)

/** Whether the browser has painted the page since `hasContent`: false while the reader waits for the content alone. */
export function useIsPainted(hasContent: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!hasContent) return
    return afterPaint(() => setPainted(true))
  }, [hasContent])
  return isPainted
}
