import { useEffect, useState } from 'react'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'

const SLOW_MS = 10_000

/** Skeleton of a day while it loads. After ten seconds it shows a message and a retry button. */
export function LoadingDay({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {slow && (
        <output className="still-loading">
          Still loading…{' '}
          <button className="button" type="button" onClick={onRetry}>
            Try again
          </button>
        </output>
      )}
      <Sheet aria-busy="true" aria-label="Loading papers" component="section">
        {[1, 2, 3, 4, 5].map((row) => (
          <PaperCardSkeleton key={row} />
        ))}
      </Sheet>
    </>
  )
}
