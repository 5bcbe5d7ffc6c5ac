import Paper from '@mui/material/Paper'
import { Fragment, useRef, useState } from 'react'
import type { DayEntry } from '#api/contract/dashboard.ts'
import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'
import type { Card } from '#api/contract/papers.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useUser } from '../../shared/useUser.ts'
import { LoadMore } from '../../components/atoms/LoadMore.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { BudgetEnd } from '../../components/lists/BudgetEnd.tsx'
import { FIRST_ROWS, useGradualRows } from '../../components/lists/useGradualRows.ts'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { focusNote } from '../../components/papers/focusNote.ts'
import { DayCard, type CardHandlers } from './DayCard.tsx'
import { useCardActions } from './useCardActions.ts'
import { LoadingDay } from './LoadingDay.tsx'
import { useCardPages } from './useCardPages.ts'
import { useListKeys } from './useListKeys.ts'
import { useNearEnd } from './useNearEnd.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'

interface DayCardsProps {
  /** Accessible name of the list. */
  label: string
  day: string
  /** The cards that are loaded already. */
  cards: readonly Card[]
  /** All cards that pass the current filter, in order, with their current states. */
  entries: readonly DayEntry[]
  /** Shows the day of each card. */
  withDay?: boolean
  /** Number of cards before the line at which the reading budget ends; undefined for no line. */
  budgetEnd?: number | undefined
  onSeen: (paperId: string) => void
  onDay: (which: 'previous' | 'next') => void
  /** Content after the last card. */
  end: React.ReactNode
}

/** The papers of a day, a page at a time. The next page is shown near the end of the list, and by a button. */
export function DayCards({
  label,
  day,
  cards,
  entries,
  withDay = false,
  budgetEnd,
  onSeen,
  onDay,
  end,
}: DayCardsProps) {
  const { preferences } = useUser()
  const actions = useCardActions()
  const related = useRelatedPapers()
  const list = useRef<HTMLElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [noteOpenFor, setNoteOpenFor] = useKeptDialog<string | null>('open note', null)
  const { shown: loaded, hasMore, busy, failed, showMore } = useCardPages({ day, cards, entries })
  const { rendered, isRestored } = useGradualRows(loaded.length)
  const isRendering = rendered < loaded.length
  const shown = loaded.slice(0, rendered).map(actions.withUnsent)
  const { message, undo } = actions.undoIn(shown)
  const focusFirstNew = useFocusFirstNew(list, 'article', shown.length)

  const setExpandedFor = (id: string, open: boolean) =>
    setExpanded((before) => {
      const next = new Set(before)
      if (open) next.add(id)
      else next.delete(id)
      return next
    })
  const toggleNote = ({ paper }: Card) => setNoteOpenFor((open) => (open === paper.id ? null : paper.id))

  const openNote = ({ paper }: Card) => {
    setNoteOpenFor(paper.id)
    // A note that is open already only gets the focus.
    focusNote(list.current?.querySelectorAll('article')[current])
  }
  useNearEnd(footer, { enabled: hasMore && !isRendering && !busy && !failed, onNear: showMore })

  const { current, setCurrent } = useListKeys({
    cards: shown,
    list,
    enabled: preferences.shortcuts,
    isSkimmed: preferences.reading.density === 'headlines',
    onOpen: actions.open,
    onToggleAbstract: ({ paper }) => setExpandedFor(paper.id, !expanded.has(paper.id)),
    onNote: openNote,
    onToggleSaved: (card) => actions.setSaved(card, !card.state.saved),
    onCite: ({ paper }) => related.showCitation(paper),
    onDismiss: (card) => actions.setFeedback(card, 'dislike'),
    onUndo: undo,
    onDay,
    onPastEnd: () => hasMore && !isRendering && showMore(),
  })

  const handlers = useStableHandlers<CardHandlers>({
    setSaved: actions.setSaved,
    setFeedback: actions.setFeedback,
    undoDismiss: actions.undoDismiss,
    open: actions.open,
    view: actions.view,
    focus: setCurrent,
    expand: setExpandedFor,
    toggleNote,
    showSimilar: related.showSimilar,
    showCitation: related.showCitation,
    showNear: related.showNear,
    showSeen: onSeen,
  })

  if (shown.length === 0 && hasMore && !failed) return <LoadingDay onRetry={showMore} />
  return (
    <>
      <Paper ref={list} variant="sheet" component="section" aria-label={label}>
        {shown.map((card, index) => (
          <Fragment key={card.paper.id}>
            <DayCard
              card={card}
              index={index}
              day={withDay ? card.delivered_on : undefined}
              current={index === current}
              expanded={expanded.has(card.paper.id)}
              noteOpen={noteOpenFor === card.paper.id}
              status={actions.statusOf(card)}
              error={actions.errorOf(card)}
              laidOutLate={!isRestored && index >= FIRST_ROWS}
              handlers={handlers}
            />
            {index + 1 === budgetEnd && index + 1 < entries.length && (
              <BudgetEnd budget={preferences.reading.budget} below={entries.length - budgetEnd} />
            )}
          </Fragment>
        ))}
      </Paper>
      <div ref={footer} hidden={isRendering}>
        {hasMore ? (
          <LoadMore
            shown={shown.length}
            total={entries.length}
            step={DAY_PAGE_SIZE}
            busy={busy}
            failed={failed}
            onMore={() => {
              focusFirstNew()
              showMore()
            }}
          />
        ) : (
          end
        )}
      </div>
      {related.dialogs}
      <UndoSnackbar message={message} onUndo={undo} onClose={actions.closeMessage} />
    </>
  )
}
