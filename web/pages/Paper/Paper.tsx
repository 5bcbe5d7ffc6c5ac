import Box from '@mui/material/Box'
import { Navigate, useParams } from 'react-router-dom'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { usePaperDetails } from '../../data/papers/usePaperDetails.ts'
import { paperIdAt, paperPath } from '../../shared/paperAddress.ts'
import { PaperContent } from './PaperContent.tsx'
import { UnknownPaper } from './UnknownPaper.tsx'

/** The page of one paper, whose id is in the path. */
export function PaperPage() {
  const id = paperIdAt(useParams()['*'] ?? '')
  const { data: paper, error, mutate } = usePaperDetails(id)
  if (paper && paper.id !== id) return <Navigate to={paperPath(paper.id)} replace />
  if (paper) {
    return <PaperContent key={id} paper={paper} onChange={(next) => void mutate(next, { revalidate: false })} />
  }
  return (
    <>
      <PageTitle title="Paper" isLoading={paper === undefined && error === undefined} />
      {paper === null ? (
        <UnknownPaper key={id} id={id} onFound={() => void mutate()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h1" />
      ) : (
        <Box
          component="section"
          aria-busy
          aria-label="Loading the paper"
          sx={{ maxWidth: 740, '& > .paper-skeleton': { p: 0 } }}
        >
          <PaperCardSkeleton density="comfortable" />
        </Box>
      )}
    </>
  )
}
