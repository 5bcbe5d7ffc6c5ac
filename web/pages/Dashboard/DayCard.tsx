import { styled } from '@mui/material/styles'
import { dequal } from 'dequal/lite'
import { memo, Suspense, useRef, useState } from 'react'
import type { Card, Paper } from '#api/contract/papers.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { formatDay } from '../../shared/format.ts'
import { useUser } from '../../shared/useUser.ts'
import { plainTitle } from '../../shared/plainTitle.ts'
import { PaperEntry } from '../../components/papers/PaperEntry.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { useKeptFocus } from '../../components/papers/useKeptFocus.ts'
import { lateLayout } from '../../components/lists/lateLayout.ts'
import { UndoRow } from '../../components/lists/UndoRow.tsx'
import { OpenNote } from './OpenNote.tsx'
import { CONSEQUENCE, type CardActions } from './useCardActions.ts'
import { useReadingTime, useSeen } from './useViewing.ts'

const AskAboutAuthor = lazyPart(async () => (await import('./AskAboutAuthor.tsx')).AskAboutAuthor)

/** What can be done with any card of the list. */
export interface CardHandlers extends Pick<CardActions, 'setSaved' | 'setFeedback' | 'undoDismiss' | 'open' | 'view'> {
  focus: (index: number) => void
  expand: (paperId: string, open: boolean) => void
  toggleNote: (card: Card) => void
  showSimilar: (paper: Paper) => void
  showCitation: (paper: Paper) => void
  showNear: (paperId: string, title: string) => void
  /** Called when the card counts as seen for the first time. */
  showSeen: (paperId: string) => void
}

interface DayCardProps {
  card: Card
  /** Its place in the list. */
  index: number
  /** The day to show on the card; undefined in the list of one day. */
  day: string | undefined
  current: boolean
  expanded: boolean
  noteOpen: boolean
  status: ActionStatus
  /** Why the last action failed. */
  error: string | undefined
  /** Whether the browser may lay it out when it comes near to the window. */
  laidOutLate: boolean
  handlers: CardHandlers
}

/**
 * One card of the day with its actions, or a row with Undo if the paper was dismissed. Each save or seen card makes new
 * objects of all cards, so the properties are compared by their values.
 */
export const DayCard = memo(function DayCard(props: DayCardProps) {
  const { index, laidOutLate, handlers } = props
  const { density } = useUser().preferences.reading
  return (
    <Row onFocus={() => handlers.focus(index)} data-late={laidOutLate ? density : undefined}>
      <CardOrUndo {...props} />
    </Row>
  )
}, dequal)

const Row = styled('div')({ '&[data-late]': lateLayout(280), '&[data-late="headlines"]': lateLayout(42) })

function CardOrUndo({ card, day, current, expanded, noteOpen, status, error, handlers }: DayCardProps) {
  const { paper, state } = card
  const { preferences, interests } = useUser()
  const cardRef = useRef<HTMLElement>(null)

  const { density, abstract_lines, open: opens } = preferences.reading
  useSeen(cardRef, { done: state.seen || state.dismissed, isHeadline: density === 'headlines' }, () => {
    handlers.showSeen(paper.id)
    handlers.view(card)
  })
  useReadingTime(expanded, (seconds) => handlers.view(card, seconds))

  // Kept when the reason is true no more, so that the answer can be taken back.
  const [author] = useState(() => card.reasons.find(({ followed }) => followed !== undefined)?.followed)

  useKeptFocus(cardRef, state.dismissed)

  if (state.dismissed) {
    return (
      <UndoRow
        ref={cardRef}
        action="Not for me"
        title={plainTitle(paper)}
        {...(density !== 'headlines' && { note: CONSEQUENCE })}
        failed={status === 'failed'}
        current={current}
        onUndo={() => handlers.undoDismiss(card)}
      />
    )
  }
  return (
    <PaperEntry
      ref={cardRef}
      paper={paper}
      state={state}
      reasons={card.reasons}
      titleBefore={card.title_before}
      date={day && formatDay(day)}
      density={density}
      abstractLines={abstract_lines}
      opens={opens}
      followedAuthors={interests.authors}
      question={
        author !== undefined &&
        density !== 'headlines' && (
          <Suspense>
            <AskAboutAuthor author={author} paperId={paper.id} />
          </Suspense>
        )
      }
      current={current}
      expanded={expanded}
      isOpen={expanded || noteOpen}
      onOpenChange={(open) => {
        handlers.expand(paper.id, open)
        if (noteOpen) handlers.toggleNote(card)
      }}
      onSwipedSave={() => handlers.setSaved(card, true, 'said')}
      saveStatus={status}
      error={error}
      actions={{
        onOpen: () => handlers.open(card),
        onSavedChange: (saved) => handlers.setSaved(card, saved),
        onExpandedChange: (open) => handlers.expand(paper.id, open),
        onNote: () => handlers.toggleNote(card),
        onSimilar: () => handlers.showSimilar(paper),
        onCite: () => handlers.showCitation(paper),
        onShowPaper: handlers.showNear,
        onFeedback: (value) => handlers.setFeedback(card, value),
      }}
    >
      {noteOpen && <OpenNote key={paper.id} paperId={paper.id} itemId={state.saved_item_id} />}
    </PaperEntry>
  )
}
