import Paper from '@mui/material/Paper'
import { StillLoading } from '../../components/atoms/StillLoading.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'

/** Skeleton of a day while it loads. After ten seconds it shows a message and a retry button. */
export function LoadingDay({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <StillLoading onRetry={onRetry} />
      <Paper variant="sheet" component="section" aria-busy="true" aria-label="Loading papers">
        {[1, 2, 3, 4, 5].map((row) => (
          <PaperCardSkeleton key={row} />
        ))}
      </Paper>
    </>
  )
}
