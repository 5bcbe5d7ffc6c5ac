import { useState } from 'react'
import type { Card, CardState } from '#api/contract/papers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { useUser } from '../../shared/useUser.ts'
import { useChanges, WAITS, type Feedback, type Result } from '../../data/offline/useChanges.ts'
import { usePaperActions } from '../../data/papers/usageReports.ts'

interface UndoableAction {
  paperId: string
  /** Message of the snackbar; null if the row of the paper has its own Undo button. */
  message: string | null
  /** What it made of the card. Once the card is otherwise, there is nothing to undo. */
  made: Partial<CardState>
  /** Makes the opposite change. */
  undo: () => void
}

const SAVED = 'Saved to your reading list'
const REMOVED = 'Removed from your reading list'

/** What a like or a dislike leads to. The list on screen keeps its order. */
export const CONSEQUENCE = 'It counts from the next list on.'

const aboutOf = ({ paper }: Card) => ({ paperId: paper.id, title: paper.title })

/** Actions on the cards of a day. Each can be undone, unless the server refuses it. */
export function useCardActions() {
  const { click, view } = usePaperActions()
  const changes = useChanges()
  const announce = useAnnounce()
  const { preferences } = useUser()
  /** What can be undone, the newest last. */
  const [done, setDone] = useState<readonly UndoableAction[]>([])
  /** The one whose message is shown. */
  const [told, setTold] = useState<UndoableAction | null>(null)
  const forget = (action: UndoableAction) => {
    setDone((all) => all.filter((other) => other !== action))
    setTold(null)
  }

  /** Announces `words` when the change was sent. `action` can be undone unless it is refused. */
  const follow = async (change: Promise<Result>, words: string, action?: UndoableAction) => {
    if (action) {
      setDone((all) => [...all, action])
      setTold(action)
    }
    const result = await change
    if (result === 'sent') announce(words)
    else if (result === 'waiting') announce(WAITS)
    else if (result === 'refused' && action) forget(action)
  }

  /** "said": a message with Undo, where no button shows that it was saved. "undo": the opposite of what was done. */
  const setSaved = (card: Card, saved: boolean, as?: 'said' | 'undo') => {
    // Removing again is the opposite of saving, and needs no message.
    const undo = () => setSaved(card, !saved, 'undo')
    const message = as === 'said' ? SAVED : saved ? null : REMOVED
    const action = { paperId: card.paper.id, message, made: { saved }, undo }
    const change = changes.setSaved({ ...aboutOf(card), foundBy: 'day' }, saved, card.state.saved_item_id)
    void follow(change, saved ? SAVED : REMOVED, as === 'undo' ? undefined : action)
  }

  const setFeedback = (card: Card, value: Feedback, isUndo = false) => {
    const before = card.state.dismissed ? 'dislike' : card.state.liked ? 'like' : 'none'
    const message = value === 'like' ? `Liked. ${CONSEQUENCE}` : null
    const made = { liked: value === 'like', dismissed: value === 'dislike' }
    const action = { paperId: card.paper.id, message, made, undo: () => setFeedback(card, before, true) }
    const hint = isUndo || !preferences.shortcuts ? '' : ' Undo with u'
    const words =
      value === 'none' ? 'Taken back' : `${value === 'like' ? 'Liked' : 'Not for me'}. ${CONSEQUENCE}${hint}`
    void follow(changes.rate(aboutOf(card), value), words, isUndo ? undefined : action)
  }

  const undo = (action: UndoableAction | undefined) => {
    if (!action) return
    forget(action)
    action.undo()
  }

  return {
    /** The status of the row's button: of Undo in the row of a dismissed paper, of Save otherwise. */
    statusOf: ({ paper, state }: Card): ActionStatus => changes.statusOf(paper.id, state.dismissed ? 'rated' : 'saved'),
    /** Why the last action on the paper failed. */
    errorOf: ({ paper }: Card): string | undefined => changes.describeFailure(paper.id),
    withUnsent: changes.withUnsent,
    /** The message of the last action and its undo. A card of `cards` that was changed otherwise since, as by a note, has none. */
    undoIn: (cards: readonly Card[]) => {
      const stands = ({ paperId, made }: UndoableAction) => {
        const state = cards.find(({ paper }) => paper.id === paperId)?.state
        return (
          !state || Object.entries(made).every(([name, value]) => Boolean(state[name as keyof CardState]) === value)
        )
      }
      return { message: told && stands(told) ? told.message : null, undo: () => undo(done.findLast(stands)) }
    },
    closeMessage: () => setTold(null),
    setSaved: (card: Card, saved: boolean, as?: 'said') => setSaved(card, saved, as),
    setFeedback: (card: Card, value: Feedback) => setFeedback(card, value),
    /** Restores a dismissed card with its own button: the action is not undone a second time. */
    undoDismiss: (card: Card) => {
      const dismissal = done.findLast(({ paperId }) => paperId === card.paper.id)
      if (dismissal) undo(dismissal)
      else setFeedback(card, 'none', true)
    },
    open: (card: Card) => {
      changes.show({ paperId: card.paper.id, state: { clicked: true, seen: true } })
      void click(card.paper.id)
    },
    /** Reports the reading time of the abstract. Without `seconds`, the card counts as seen. */
    view: (card: Card, seconds?: number) => {
      if (seconds === undefined) void changes.markSeen(aboutOf(card))
      else if (navigator.onLine) void view(card.paper.id, seconds)
    },
  }
}

export type CardActions = ReturnType<typeof useCardActions>
