import Paper from '@mui/material/Paper'
import { StillLoading } from '../../components/atoms/StillLoading.tsx'
import { useUser } from '../../shared/useUser.ts'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'

/** Skeleton of a day while it loads. After ten seconds it shows a message and a retry button. */
export function LoadingDay({ onRetry }: { onRetry: () => void }) {
  const { density } = useUser().preferences.reading
  return (
    <>
      <StillLoading onRetry={onRetry} />
      <Paper variant="sheet" component="section" aria-busy="true" aria-label="Loading papers">
        {Array.from({ length: density === 'headlines' ? 12 : 5 }, (_, row) => (
          <PaperCardSkeleton key={row} density={density === 'headlines' ? density : 'comfortable'} />
        ))}
      </Paper>
    </>
  )
}
