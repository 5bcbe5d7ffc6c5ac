import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
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
        <Typography component="output" sx={{ display: 'block', mb: 2, color: 'text.secondary' }}>
          Still loading… <Button onClick={onRetry}>Try again</Button>
        </Typography>
      )}
      <Sheet aria-busy="true" aria-label="Loading papers" component="section">
        {[1, 2, 3, 4, 5].map((row) => (
          <PaperCardSkeleton key={row} />
        ))}
      </Sheet>
    </>
  )
}
