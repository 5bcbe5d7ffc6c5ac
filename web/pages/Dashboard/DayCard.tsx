import { useEffect, useRef } from 'react'
import type { Card } from '#api/contract/papers.ts'
import { formatDay } from '../../shared/format.ts'
import { useUser } from '../../shared/useUser.ts'
import { PaperCard } from '../../components/papers/PaperCard.tsx'
import { UndoRow } from '../../components/lists/UndoRow.tsx'
import { CardNote } from './CardNote.tsx'
import { CONSEQUENCE, type CardActions } from './useCardActions.ts'
import { useReadingTime, useSeen } from './useViewing.ts'

interface DayCardProps {
  card: Card
  /** The day to show on the card; undefined in the list of one day. */
  day: string | undefined
  current: boolean
  expanded: boolean
  noteOpen: boolean
  actions: CardActions
  onExpandedChange: (expanded: boolean) => void
  onNoteToggle: () => void
  onSimilar: () => void
  onCite: () => void
  onShowPaper: (paperId: string, title: string) => void
  /** Called when the card counts as seen for the first time. */
  onSeen: () => void
  showSaved: (itemId: string) => void
}

/** One card of the day with its actions, or a row with Undo if the paper was dismissed. */
export function DayCard(props: DayCardProps) {
  const { card, day, current, expanded, noteOpen, actions } = props
  const { onExpandedChange, onNoteToggle, onSimilar, onCite, onShowPaper, onSeen, showSaved } = props
  const { paper, state } = card
  const { preferences, interests } = useUser()
  const cardRef = useRef<HTMLElement>(null)
  const status = actions.statusOf(paper.id)

  useSeen(cardRef, state.seen || state.dismissed, () => {
    onSeen()
    actions.view(card)
  })
  useReadingTime(expanded, (seconds) => actions.view(card, seconds))

  const wasDismissed = useRef(state.dismissed)
  useEffect(() => {
    if (wasDismissed.current === state.dismissed) return
    wasDismissed.current = state.dismissed
    // The focused element was replaced by the row with Undo, or by the card.
    if (document.activeElement === document.body) cardRef.current?.focus({ preventScroll: true })
  }, [state.dismissed])

  if (state.dismissed) {
    return (
      <UndoRow
        ref={cardRef}
        action="Not for me"
        title={paper.title}
        note={CONSEQUENCE}
        failed={status === 'failed'}
        current={current}
        onUndo={() => actions.undoDismiss(card)}
      />
    )
  }
  return (
    <PaperCard
      ref={cardRef}
      paper={paper}
      state={state}
      reasons={card.reasons}
      titleBefore={card.title_before}
      date={day && formatDay(day)}
      density={preferences.reading.density}
      abstractLines={preferences.reading.abstract_lines}
      opens={preferences.reading.open}
      followedAuthors={interests.authors}
      current={current}
      expanded={expanded}
      saveStatus={status}
      actions={{
        onOpen: () => actions.open(card),
        onSavedChange: (saved) => actions.setSaved(card, saved),
        onExpandedChange,
        onNote: onNoteToggle,
        onSimilar,
        onCite,
        onShowPaper,
        onFeedback: (value) => actions.setFeedback(card, value),
      }}
    >
      {noteOpen && (
        <CardNote
          key={paper.id}
          paperId={paper.id}
          itemId={state.saved_item_id}
          onSaved={(item) => showSaved(item.id)}
        />
      )}
    </PaperCard>
  )
}
