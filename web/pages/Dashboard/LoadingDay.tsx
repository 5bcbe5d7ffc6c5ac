import { StillLoading } from '../../components/atoms/StillLoading.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'

/** Skeleton of a day while it loads. After ten seconds it shows a message and a retry button. */
export function LoadingDay({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <StillLoading onRetry={onRetry} />
      <Sheet aria-busy="true" aria-label="Loading papers" component="section">
        {[1, 2, 3, 4, 5].map((row) => (
          <PaperCardSkeleton key={row} />
        ))}
      </Sheet>
    </>
  )
}
