import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, useRef, useState, type ReactNode } from 'react'
import type { Paper as PaperRecord } from '#api/contract/papers.ts'
import { useUser } from '../../shared/useUser.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { MarkedText } from '../../components/papers/MarkedText.tsx'
import { PaperCard } from '../../components/papers/PaperCard.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { useGradualList } from '../../components/lists/useGradualRows.ts'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { useAction } from '../../data/useAction.ts'
import type { FoundPaper } from '../../data/papers/useSimilarText.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { KEPT, useSendOrKeep, WAITS } from '../../data/offline/useSendOrKeep.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'
import { useToggleSaved } from '../../data/reading/useToggleSaved.ts'
import { useHitKeys } from './useHitKeys.ts'

interface SearchHitsProps {
  hits: readonly FoundPaper[]
  /** The hits belong to the previous search. */
  stale: boolean
  onSaved: (paperId: string, itemId: string | undefined) => void
  /** Called when a hit is opened. */
  onOpen?: () => void
  /** Content after the last hit. `focusFirstNew` is called when more hits are requested. */
  renderEnd: (focusFirstNew: () => void) => ReactNode
}

interface Removed {
  paper: Pick<PaperRecord, 'id' | 'title'>
  itemId: string
}

const idOf = ({ paper }: FoundPaper) => paper.id
const hasAllWords = ({ some_words, by_meaning }: FoundPaper) => !some_words && !by_meaning

/** The papers found, with the matching words marked, or with the terms of the text that they have. */
export function SearchHits({ hits, stale, onSaved, onOpen, renderEnd }: SearchHitsProps) {
  const { preferences } = useUser()
  const { restore } = useReadingActions()
  const related = useRelatedPapers()
  const { sendOrKeep } = useSendOrKeep()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const undo = useAction(async ({ paper, itemId }: Removed) => {
    const change = { paperId: paper.id, title: paper.title, what: 'restore', itemId } as const
    const item = await sendOrKeep(change, () => restore(itemId))
    if (item !== KEPT) onSaved(paper.id, item.id)
    setRemoved((latest) => (latest?.itemId === itemId ? null : latest))
  })
  const runUndo = () => removed && void undo.run(removed)
  const { click } = usePaperActions()
  const list = useRef<HTMLDivElement>(null)

  const handlers = useStableHandlers<HitHandlers>({
    open: () => onOpen?.(),
    showSimilar: related.showSimilar,
    showCitation: related.showCitation,
    showSaved: onSaved,
    showRemoved: (paper, itemId) => {
      undo.reset()
      setRemoved({ paper, itemId })
    },
  })
  const { rows, isBehind, isRestored } = useGradualList(hits, idOf)
  const isOld = stale || isBehind
  const focusFirstNew = useFocusFirstNew(list, 'article', rows.length)
  const [allWords, others] = [rows.filter(hasAllWords), rows.filter((hit) => !hasAllWords(hit))]
  useHitKeys({
    list,
    papers: [...allWords, ...others].map(({ paper }) => paper),
    enabled: preferences.shortcuts,
    onOpen: (paper) => {
      onOpen?.()
      void click(paper.id)
    },
    onCite: related.showCitation,
    onUndo: runUndo,
  })
  const toSheet = (shown: readonly FoundPaper[]) => (
    <Paper variant="sheet" aria-busy={isOld} data-old={isOld || undefined}>
      {shown.map((hit) => (
        <Hit key={hit.paper.id} hit={hit} laidOutLate={!isRestored} handlers={handlers} />
      ))}
    </Paper>
  )

  return (
    <>
      <div ref={list}>
        {allWords.length > 0 && toSheet(allWords)}
        {allWords.length > 0 && others.length > 0 && (
          <Typography variant="subtitle2" component="h2" color="textSecondary" sx={{ mt: 3, mb: 1 }}>
            {others.some(({ by_meaning }) => by_meaning)
              ? 'Papers with some of the words, or near in meaning'
              : 'Papers with some of the words'}
          </Typography>
        )}
        {others.length > 0 && toSheet(others)}
      </div>
      <div hidden={rows.length < hits.length}>{renderEnd(focusFirstNew)}</div>
      {related.dialogs}
      <UndoSnackbar
        message={removed && (undo.error ? 'Could not restore it' : 'Removed from your list')}
        actionLabel={undo.error ? 'Retry' : 'Undo'}
        onUndo={runUndo}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

/** What can be done with any hit. */
interface HitHandlers {
  open: () => void
  showSimilar: (paper: PaperRecord) => void
  showCitation: (paper: PaperRecord) => void
  /** Called when the server has saved the paper, with the new item, or removed it, with undefined. */
  showSaved: (paperId: string, itemId: string | undefined) => void
  /** Called with the item that was removed, or waits to be removed. */
  showRemoved: (paper: PaperRecord, itemId: string) => void
}

interface HitProps {
  hit: FoundPaper
  /** Whether the browser may lay it out when it comes near to the window. */
  laidOutLate: boolean
  handlers: HitHandlers
}

/** With `data-late` the browser lays it out when it comes near to the window. The height is that of most cards. */
const HitBox = styled('div')({
  '&[data-late]': { contentVisibility: 'auto', containIntrinsicSize: 'auto 280px' },
  '@media print': { '&[data-late]': { contentVisibility: 'visible' } },
})

/** Each save makes new objects of all hits, so the properties are compared by their values. */
const Hit = memo(function Hit({ hit, laidOutLate, handlers }: HitProps) {
  const { paper, highlights, saved_item_id: itemId, by_meaning, terms } = hit
  const { preferences, interests } = useUser()
  const toggleSaved = useToggleSaved()
  const { click } = usePaperActions()
  const announce = useAnnounce()
  const { isQueued, withUnsent } = useSendOrKeep()
  const isSaved = withUnsent({ paper, state: { saved: itemId !== undefined } }).state.saved
  const change = useAction(async () => {
    const result = await toggleSaved(paper, { isSaved, itemId })
    if (result === KEPT) announce(WAITS)
    else handlers.showSaved(paper.id, result)
    if (isSaved && itemId !== undefined) handlers.showRemoved(paper, itemId)
  })
  return (
    <HitBox data-late={laidOutLate || undefined}>
      <PaperCard
        paper={paper}
        density={preferences.reading.density}
        abstractLines={preferences.reading.abstract_lines}
        opens={preferences.reading.open}
        followedAuthors={interests.authors}
        state={{ saved: isSaved }}
        terms={terms}
        {...(by_meaning && { date: 'by meaning' })}
        error={change.error?.message}
        saveStatus={change.busy ? 'pending' : change.error ? 'failed' : isQueued(paper.id) ? 'queued' : 'idle'}
        title={<MarkedText text={paper.title} segments={paper.title_segments} ranges={highlights.title} />}
        abstract={<MarkedText text={paper.abstract} segments={paper.abstract_segments} ranges={highlights.abstract} />}
        actions={{
          onSavedChange: () => void change.run(),
          onSimilar: () => handlers.showSimilar(paper),
          onCite: () => handlers.showCitation(paper),
          onOpen: () => {
            handlers.open()
            void click(paper.id)
          },
        }}
      />
    </HitBox>
  )
}, dequal)
