import { useEffect, useState } from 'react'

const SLOW_MS = 10_000

/** Nothing at first; after ten seconds of loading a message and a retry button. */
export function StillLoading({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    <div className="still-loading">
      <output>Still loading…</output>{' '}
      <button className="button" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
