import Paper from '@mui/material/Paper'
import { Suspense } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { usePaperDetails } from '../../data/papers/usePaperDetails.ts'
import { paperIdAt, paperPath } from '../../shared/paperAddress.ts'
import { PaperGrid } from './layout.ts'
import { PaperContent } from './PaperContent.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'

const UnknownPaper = lazyPart(async () => (await import('./UnknownPaper.tsx')).UnknownPaper)

/** The page of one paper, whose id is in the path. */
export function PaperPage() {
  const id = paperIdAt(useParams()['*'] ?? '')
  const { data: paper, error, mutate } = usePaperDetails(id)
  const navigate = useNavigate()
  // Why the page was opened stays true of the same paper under another id.
  const { state } = useLocation()
  const show = (found: string) => void (found === id ? mutate() : navigate(paperPath(found), { replace: true, state }))
  if (paper && paper.id !== id) return <Navigate to={paperPath(paper.id)} state={state} replace />
  if (paper) {
    return <PaperContent key={id} paper={paper} />
  }
  return (
    <>
      <PageTitle title="Paper" isLoading={paper === undefined && error === undefined} />
      {paper === null ? (
        <Suspense fallback={<LoadingPaper />}>
          <UnknownPaper key={id} id={id} onFound={show} />
        </Suspense>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h1" />
      ) : (
        <LoadingPaper />
      )}
    </>
  )
}

function LoadingPaper() {
  return (
    <PaperGrid>
      <Paper variant="sheet" component="section" aria-busy aria-label="Loading the paper">
        <PaperCardSkeleton />
      </Paper>
    </PaperGrid>
  )
}
