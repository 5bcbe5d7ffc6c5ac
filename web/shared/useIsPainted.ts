import { createContext, use, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Called after the first content of a page is painted, for what the reader should not wait for. */
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

/** Like `useIsPainted`, and calls the function of `ContentPaintedContext`: for the outermost part of a page. */
export function useContentPainted(hasContent: boolean): boolean {
  const isPainted = useIsPainted(hasContent)
  const onPainted = use(ContentPaintedContext)
  useEffect(() => {
    if (isPainted) onPainted?.()
  }, [isPainted, onPainted])
  return isPainted
}
