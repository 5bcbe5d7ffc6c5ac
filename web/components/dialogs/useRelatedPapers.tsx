import { useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { CiteDialog } from './CiteDialog.tsx'
import { ShownPapers, type Shown } from './ShownPapers.tsx'
import { SimilarSheet } from './SimilarSheet.tsx'

/** Dialogs about the papers of a list: related papers and citations. Render `dialogs` once beside the list. */
export function useRelatedPapers() {
  const [similarTo, setSimilarTo] = useState<Paper | null>(null)
  const [cited, setCited] = useState<Paper | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  return {
    /** Opens the sheet of papers similar to `paper`. */
    showSimilar: setSimilarTo,
    /** Opens the citation of `paper`. */
    showCitation: setCited,
    /** Opens the paper that a reason names. */
    showNear: (paperId: string, title: string) => setShown({ title: `Close to ${title}`, ids: [paperId] }),
    dialogs: (
      <>
        <SimilarSheet paper={similarTo} onClose={() => setSimilarTo(null)} />
        <CiteDialog paper={cited} onClose={() => setCited(null)} />
        <ShownPapers shown={shown} onClose={() => setShown(null)} />
      </>
    ),
  }
}
