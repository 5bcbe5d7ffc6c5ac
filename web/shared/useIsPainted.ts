import { useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Whether the browser has painted the page since `hasContent`: false while the reader waits for the content alone. */
export function useIsPainted(hasContent: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (hasContent ? afterPaint(() => setPainted(true)) : undefined), [hasContent])
  return isPainted
}
