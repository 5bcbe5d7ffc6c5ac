import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, useRef, useState, type ReactNode } from 'react'
import type { Paper as PaperRecord } from '#api/contract/papers.ts'
import { lateLayout } from '../../components/lists/lateLayout.ts'
import { useUser } from '../../shared/useUser.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { MarkedText } from '../../components/papers/MarkedText.tsx'
import { PaperEntry } from '../../components/papers/PaperEntry.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { useGradualList } from '../../components/lists/useGradualRows.ts'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import type { FoundPaper } from '../../data/papers/useSimilarText.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useChanges, WAITS } from '../../data/offline/useChanges.ts'
import { useHitKeys } from './useHitKeys.ts'

interface SearchHitsProps {
  hits: readonly FoundPaper[]
  /** The hits belong to the previous search. */
  stale: boolean
  /** Called when a hit is opened. */
  onOpen?: () => void
  /** Content after the last hit. `focusFirstNew` is called when more hits are requested. */
  renderEnd: (focusFirstNew: () => void) => ReactNode
}

interface Removed {
  paper: PaperRecord
  itemId: string
  /** It could not be restored. */
  isStuck?: true
}

const idOf = ({ paper }: FoundPaper) => paper.id
const hasAllWords = ({ some_words, by_meaning }: FoundPaper) => !some_words && !by_meaning

/** The papers found, with the matching words marked, or with the terms of the text that they have. */
export function SearchHits({ hits, stale, onOpen, renderEnd }: SearchHitsProps) {
  const { preferences } = useUser()
  const announce = useAnnounce()
  const related = useRelatedPapers()
  const { setSaved, statusOf, failureOf, withUnsent } = useChanges()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const toggle = async ({ id, title }: PaperRecord, saved: boolean, itemId: string | undefined) => {
    if (saved) setRemoved((latest) => (latest?.paper.id === id ? null : latest))
    const result = await setSaved({ paperId: id, title, foundBy: 'search' }, saved, itemId)
    if (result === 'waiting') announce(WAITS)
    return result !== 'refused'
  }
  const undo = async () => {
    if (!removed) return
    if (!(await toggle(removed.paper, true, removed.itemId))) setRemoved({ ...removed, isStuck: true })
  }
  const { click } = usePaperActions()
  const list = useRef<HTMLDivElement>(null)

  const handlers = useStableHandlers<HitHandlers>({
    open: () => onOpen?.(),
    showSimilar: related.showSimilar,
    showCitation: related.showCitation,
    setSaved: async (paper, saved, itemId) => {
      const isDone = await toggle(paper, saved, itemId)
      if (isDone && !saved && itemId !== undefined) setRemoved({ paper, itemId })
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
    isSkimmed: preferences.reading.density === 'headlines',
    onOpen: (paper) => {
      onOpen?.()
      void click(paper.id)
    },
    onCite: related.showCitation,
    onUndo: () => void undo(),
  })
  const toSheet = (shown: readonly FoundPaper[]) => (
    <Paper variant="sheet" aria-busy={isOld} data-old={isOld || undefined}>
      {shown.map((hit) => (
        <Hit
          key={hit.paper.id}
          hit={hit}
          saved={withUnsent({ paper: hit.paper, state: { saved: hit.saved_item_id !== undefined } }).state.saved}
          status={statusOf(hit.paper.id, 'saved')}
          error={failureOf(hit.paper.id)?.message}
          laidOutLate={!isRestored}
          handlers={handlers}
        />
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
        message={removed && (removed.isStuck ? 'Could not restore it' : 'Removed from your list')}
        actionLabel={removed?.isStuck ? 'Retry' : 'Undo'}
        onUndo={() => void undo()}
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
  setSaved: (paper: PaperRecord, saved: boolean, itemId: string | undefined) => void
}

interface HitProps {
  hit: FoundPaper
  saved: boolean
  status: ActionStatus
  /** Why the last save or removal failed. */
  error: string | undefined
  /** Whether the browser may lay it out when it comes near to the window. */
  laidOutLate: boolean
  handlers: HitHandlers
}

/** With `data-late` the browser lays it out when it comes near to the window. The height is that of most cards. */
const HitBox = styled('div')({ '&[data-late]': lateLayout(280), '&[data-late="headlines"]': lateLayout(42) })

/** Each save makes new objects of all hits, so the properties are compared by their values. */
const Hit = memo(function Hit({ hit, saved, status, error, laidOutLate, handlers }: HitProps) {
  const { paper, highlights, saved_item_id: itemId, by_meaning, terms } = hit
  const { preferences, interests } = useUser()
  const { density, abstract_lines, open } = preferences.reading
  const { click } = usePaperActions()
  const article = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <HitBox data-late={laidOutLate ? density : undefined}>
      <PaperEntry
        ref={article}
        isOpen={isOpen}
        onOpenChange={setOpen}
        paper={paper}
        density={density}
        abstractLines={abstract_lines}
        opens={open}
        followedAuthors={interests.authors}
        state={{ saved }}
        terms={terms}
        {...(by_meaning && { date: 'by meaning' })}
        error={error}
        saveStatus={status}
        title={<MarkedText text={paper.title} segments={paper.title_segments} ranges={highlights.title} />}
        abstract={<MarkedText text={paper.abstract} segments={paper.abstract_segments} ranges={highlights.abstract} />}
        actions={{
          onSavedChange: (next) => handlers.setSaved(paper, next, itemId),
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
