import Box from '@mui/material/Box'
import { Fragment, useRef, useState } from 'react'
import type { Card } from '#api/contract/papers.ts'
import { useUser } from '../../shared/useUser.ts'
import { LoadMore } from '../../components/atoms/LoadMore.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { BudgetEnd } from '../../components/lists/BudgetEnd.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { focusNote } from '../../components/papers/focusNote.ts'
import { DayCard } from './DayCard.tsx'
import { useCardActions, type ShowState } from './useCardActions.ts'
import { useListKeys } from './useListKeys.ts'

const STEP = 30

interface DayCardsProps {
  /** Accessible name of the list. */
  label: string
  /** The cards that pass the current filter. */
  cards: readonly Card[]
  /** Shows the day of each card. */
  withDay?: boolean
  /** Number of cards before the line at which the reading budget ends; undefined for no line. */
  budgetEnd?: number | undefined
  showCardState: ShowState
  onSeen: (paperId: string) => void
  onDay: (which: 'previous' | 'next') => void
  /** Content after the last card. */
  end: React.ReactNode
}

/** The papers of a day, 30 at a time. A button shows the next 30. */
export function DayCards({
  label,
  cards,
  withDay = false,
  budgetEnd,
  showCardState,
  onSeen,
  onDay,
  end,
}: DayCardsProps) {
  const { preferences } = useUser()
  const actions = useCardActions(showCardState)
  const related = useRelatedPapers()
  const list = useRef<HTMLElement>(null)
  const [count, setCount] = useState(STEP)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [noteOpenFor, setNoteOpenFor] = useState<string | null>(null)
  const shown = cards.slice(0, count).map(actions.withUnsent)
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
  const showMore = () => {
    focusFirstNew()
    setCount(count + STEP)
  }

  const { current, setCurrent } = useListKeys({
    cards: shown,
    list,
    enabled: preferences.shortcuts,
    onOpen: actions.open,
    onToggleAbstract: ({ paper }) => setExpandedFor(paper.id, !expanded.has(paper.id)),
    onNote: openNote,
    onToggleSaved: (card) => actions.setSaved(card, !card.state.saved),
    onCite: ({ paper }) => related.showCitation(paper),
    onDismiss: (card) => actions.setFeedback(card, 'dislike'),
    onUndo: actions.undo,
    onDay,
  })

  return (
    <>
      <Sheet ref={list} component="section" aria-label={label}>
        {shown.map((card, index) => (
          <Fragment key={card.paper.id}>
            <Box onFocus={() => setCurrent(index)}>
              <DayCard
                card={card}
                day={withDay ? card.delivered_on : undefined}
                current={index === current}
                expanded={expanded.has(card.paper.id)}
                noteOpen={noteOpenFor === card.paper.id}
                actions={actions}
                onExpandedChange={(open) => setExpandedFor(card.paper.id, open)}
                onNoteToggle={() => toggleNote(card)}
                onCite={() => related.showCitation(card.paper)}
                onSimilar={() => related.showSimilar(card.paper)}
                onShowPaper={related.showNear}
                onSeen={() => onSeen(card.paper.id)}
                showSaved={(itemId) => showCardState(card.paper.id, { saved: true, saved_item_id: itemId }, true)}
              />
            </Box>
            {index + 1 === budgetEnd && index + 1 < cards.length && (
              <BudgetEnd budget={preferences.reading.budget} below={cards.length - budgetEnd} />
            )}
          </Fragment>
        ))}
      </Sheet>
      {cards.length > count ? <LoadMore shown={count} total={cards.length} step={STEP} onMore={showMore} /> : end}
      {related.dialogs}
      <UndoSnackbar message={actions.message} onUndo={actions.undo} onClose={actions.closeMessage} />
    </>
  )
}
