import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useState } from 'react'
import { VersionChanges } from '../../components/papers/VersionChanges.tsx'
import { usePaperChanges } from '../../data/papers/usePaperChanges.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'

// Loaded when the texts are to be compared.
const ComparedTexts = lazyPart(async () => (await import('./ComparedTexts.tsx')).ComparedTexts)

/** Of the papers whose texts can be asked for. */
const HAS_TEXTS = /^arxiv:/

/** Reads what changed from one version of a paper to another one, and shows it; then, if asked to, what changed in its text. */
export function ComparedVersions({ paperId, from, to }: VersionPair & { paperId: string }) {
  const { data, error, mutate } = usePaperChanges(paperId, { from, to })
  const [showsTexts, setShowsTexts] = useState(false)
  const canCompare = HAS_TEXTS.test(paperId) && data !== undefined && 'summary' in data && !data.withdrawn
  return (
    <>
      <VersionChanges answer={data} error={error} onRetry={() => void mutate()} />
      {canCompare && !showsTexts && (
        <Button size="small" variant="outlined" onClick={() => setShowsTexts(true)} sx={{ mt: 1.5 }}>
          {`Compare the text of v${from} and v${to}`}
        </Button>
      )}
      {showsTexts && (
        <Suspense fallback={<Skeleton animation={false} width="60%" sx={{ mt: 1.5 }} />}>
          <ComparedTexts paperId={paperId} from={from} to={to} />
        </Suspense>
      )}
    </>
  )
}
