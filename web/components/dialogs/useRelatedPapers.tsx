import { Suspense, useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import type { Shown } from './ShownPapers.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

const RelatedDialogs = lazyPart(async () => (await import('./RelatedDialogs.tsx')).RelatedDialogs)

/** Dialogs about the papers of a list: related papers and citations. Render `dialogs` once beside the list. */
export function useRelatedPapers() {
  const [similarTo, setSimilarTo] = useKeptDialog<Paper | null>('similar papers', null)
  const [cited, setCited] = useKeptDialog<Paper | null>('citation', null)
  const [shown, setShown] = useKeptDialog<Shown | null>('shown papers', null)
  /** A closed dialog stays on the page while it fades. */
  const [wasUsed, setWasUsed] = useState(false)
  const isOpen = similarTo !== null || cited !== null || shown !== null
  if (isOpen && !wasUsed) setWasUsed(true)
  return {
    /** Opens the sheet of papers similar to `paper`. */
    showSimilar: setSimilarTo,
    /** Opens the citation of `paper`. */
    showCitation: setCited,
    /** Opens the paper that a reason names. */
    showNear: (paperId: string, title: string) => setShown({ title: `Close to ${title}`, ids: [paperId] }),
    dialogs: wasUsed && (
      <Suspense>
        <RelatedDialogs
          similarTo={similarTo}
          cited={cited}
          shown={shown}
          onCloseSimilar={() => setSimilarTo(null)}
          onCloseCited={() => setCited(null)}
          onCloseShown={() => setShown(null)}
        />
      </Suspense>
    ),
  }
}
