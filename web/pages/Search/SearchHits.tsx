import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, useRef, useState, type ReactNode } from 'react'
import type { Paper as PaperRecord } from '#api/contract/papers.ts'
import { lateLayout } from '../../components/lists/lateLayout.ts'
import { useUser } from '../../shared/useUser.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { MarkedText } from '../../components/papers/MarkedText.tsx'
import { PaperEntry } from '../../components/papers/PaperEntry.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { UndoRow } from '../../components/lists/UndoRow.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useKeptFocus } from '../../components/papers/useKeptFocus.ts'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { useGradualList } from '../../components/lists/useGradualRows.ts'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import type { FoundPaper } from '../../data/papers/useSimilarText.ts'
import { usePaperActions } from '../../data/papers/usageReports.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { plainTitle } from '../../shared/plainTitle.ts'
import { useHitActions, type HitActions } from './useHitActions.ts'
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

const idOf = ({ paper }: FoundPaper) => paper.id
const hasAllWords = ({ some_words, by_meaning }: FoundPaper) => !some_words && !by_meaning

/** The papers found, with the matching words marked, or with the terms of the text that they have. */
export function SearchHits({ hits, stale, onOpen, renderEnd }: SearchHitsProps) {
  const { preferences } = useUser()
  const related = useRelatedPapers()
  const actions = useHitActions()
  const { click } = usePaperActions()
  const list = useRef<HTMLDivElement>(null)

  const handlers = useStableHandlers<HitHandlers>({
    open: () => onOpen?.(),
    showSimilar: related.showSimilar,
    showCitation: related.showCitation,
    setSaved: actions.setSaved,
    setFeedback: actions.setFeedback,
  })
  const { rows, isBehind, isRestored } = useGradualList(hits, idOf)
  const isOld = stale || isBehind
  const focusFirstNew = useFocusFirstNew(list, 'article', rows.length)
  const [allWords, others] = [rows.filter(hasAllWords), rows.filter((hit) => !hasAllWords(hit))]
  useHitKeys({
    list,
    hits: [...allWords, ...others],
    enabled: preferences.shortcuts,
    isSkimmed: preferences.reading.density === 'headlines',
    onOpen: ({ paper }) => {
      onOpen?.()
      void click(paper.id)
    },
    onCite: ({ paper }) => related.showCitation(paper),
    onDismiss: (hit) => void actions.setFeedback(hit, 'dislike'),
    onUndo: () => void actions.undo(),
  })
  const toSheet = (shown: readonly FoundPaper[]) => (
    <Paper variant="sheet" aria-busy={isOld} data-old={isOld || undefined}>
      {shown.map((hit) => {
        const state = actions.stateOf(hit)
        return (
          <Hit
            key={hit.paper.id}
            hit={hit}
            state={state}
            status={actions.statusOf(hit.paper.id, state.dismissed)}
            error={actions.errorOf(hit.paper.id)}
            laidOutLate={!isRestored}
            handlers={handlers}
          />
        )
      })}
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
        message={actions.message}
        actionLabel={actions.isStuck ? 'Retry' : 'Undo'}
        onUndo={() => void actions.undo()}
        onClose={actions.closeMessage}
      />
    </>
  )
}

/** What can be done with any hit. */
interface HitHandlers extends Pick<HitActions, 'setSaved' | 'setFeedback'> {
  open: () => void
  showSimilar: (paper: PaperRecord) => void
  showCitation: (paper: PaperRecord) => void
}

interface HitProps {
  hit: FoundPaper
  state: ReturnType<HitActions['stateOf']>
  status: ActionStatus
  /** Why the last action failed. */
  error: string | undefined
  /** Whether the browser may lay it out when it comes near to the window. */
  laidOutLate: boolean
  handlers: HitHandlers
}

/** With `data-late` the browser lays it out when it comes near to the window. The height is that of most cards. */
const HitBox = styled('div')({ '&[data-late]': lateLayout(280), '&[data-late="headlines"]': lateLayout(42) })

/**
 * A paper found, or a row with Undo if the reader dismissed it. Each save makes new objects of all hits, so the properties
 * are compared by their values.
 */
const Hit = memo(function Hit({ hit, state, status, error, laidOutLate, handlers }: HitProps) {
  const { paper, highlights, by_meaning, terms } = hit
  const { preferences, interests } = useUser()
  const { density, abstract_lines, open } = preferences.reading
  const { click } = usePaperActions()
  const article = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useKeptFocus(article, state.dismissed)
  if (state.dismissed)
    return (
      <UndoRow
        ref={article}
        action="Not for me"
        title={plainTitle(paper)}
        to={paperPath(paper.id)}
        failed={status === 'failed'}
        onUndo={() => void handlers.setFeedback(hit, 'none')}
      />
    )
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
        state={state}
        terms={terms}
        {...(by_meaning && { date: 'by meaning' })}
        error={error}
        saveStatus={status}
        title={<MarkedText text={paper.title} segments={paper.title_segments} ranges={highlights.title} />}
        abstract={<MarkedText text={paper.abstract} segments={paper.abstract_segments} ranges={highlights.abstract} />}
        onSwipedSave={() => void handlers.setSaved(hit, true, 'said')}
        actions={{
          onSavedChange: (saved) => void handlers.setSaved(hit, saved),
          onFeedback: (value) => void handlers.setFeedback(hit, value),
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
