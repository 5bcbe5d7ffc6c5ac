import Box from '@mui/material/Box'
import { useRef, useState } from 'react'
import type { Card } from '#api/contract/papers.ts'
import { useUser } from '../../shared/useUser.ts'
import { LoadMore } from '../../components/atoms/LoadMore.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { DayCard } from './DayCard.tsx'
import { useCardActions, type ShowState } from './useCardActions.ts'
import { useListKeys } from './useListKeys.ts'

const STEP = 30

interface DayCardsProps {
  /** The cards that pass the current filter. */
  cards: readonly Card[]
  showCardState: ShowState
  onSeen: (paperId: string) => void
  onDay: (which: 'previous' | 'next') => void
  /** Content after the last card. */
  end: React.ReactNode
}

/** The papers of a day, 30 at a time. A button shows the next 30. */
export function DayCards({ cards, showCardState, onSeen, onDay, end }: DayCardsProps) {
  const { preferences } = useUser()
  const actions = useCardActions(showCardState)
  const list = useRef<HTMLElement>(null)
  const [count, setCount] = useState(STEP)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [noteOpenFor, setNoteOpenFor] = useState<string | null>(null)
  const shown = cards.slice(0, count)

  const setExpandedFor = (id: string, open: boolean) =>
    setExpanded((before) => {
      const next = new Set(before)
      if (open) next.add(id)
      else next.delete(id)
      return next
    })
  const toggleNote = ({ paper }: Card) => setNoteOpenFor((open) => (open === paper.id ? null : paper.id))

  const { current, setCurrent } = useListKeys({
    cards: shown,
    list,
    enabled: preferences.shortcuts,
    onOpen: actions.open,
    onToggleAbstract: ({ paper }) => setExpandedFor(paper.id, !expanded.has(paper.id)),
    onToggleNote: toggleNote,
    onToggleSaved: (card) => actions.setSaved(card, !card.state.saved),
    onDismiss: (card) => actions.setFeedback(card, 'dislike'),
    onUndo: actions.undo,
    onDay,
  })

  return (
    <>
      <Sheet ref={list} component="section" aria-label="Papers of the day">
        {shown.map((card, index) => (
          <Box key={card.paper.id} onFocus={() => setCurrent(index)}>
            <DayCard
              card={card}
              current={index === current}
              expanded={expanded.has(card.paper.id)}
              noteOpen={noteOpenFor === card.paper.id}
              actions={actions}
              onExpandedChange={(open) => setExpandedFor(card.paper.id, open)}
              onNoteToggle={() => toggleNote(card)}
              onSeen={() => onSeen(card.paper.id)}
              showSaved={(itemId) => showCardState(card.paper.id, { saved: true, saved_item_id: itemId }, true)}
            />
          </Box>
        ))}
      </Sheet>
      {cards.length > count ? (
        <LoadMore shown={count} total={cards.length} step={STEP} onMore={() => setCount(count + STEP)} />
      ) : (
        end
      )}
      <UndoSnackbar message={actions.message} onUndo={actions.undo} onClose={actions.closeMessage} />
    </>
  )
}
