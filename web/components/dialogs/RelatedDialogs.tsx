import type { Paper } from '#api/contract/papers.ts'
import { CiteDialog } from './CiteDialog.tsx'
import { ShownPapers, type Shown } from './ShownPapers.tsx'
import { SimilarSheet } from './SimilarSheet.tsx'

export interface RelatedDialogsProps {
  similarTo: Paper | null
  cited: Paper | null
  shown: Shown | null
  onCloseSimilar: () => void
  onCloseCited: () => void
  onCloseShown: () => void
}

/** The dialogs of `useRelatedPapers`, in a file of their own, which is loaded when the first one is opened. */
export function RelatedDialogs(props: RelatedDialogsProps) {
  return (
    <>
      <SimilarSheet paper={props.similarTo} onClose={props.onCloseSimilar} />
      <CiteDialog paper={props.cited} onClose={props.onCloseCited} />
      <ShownPapers shown={props.shown} onClose={props.onCloseShown} />
    </>
  )
}
