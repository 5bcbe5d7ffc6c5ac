import { useRef, useState } from 'react'
import type { Card, CardState } from '#api/contract/papers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { ApiError } from '../../shared/client.ts'
import { useUser } from '../../shared/useUser.ts'
import { KEPT, useSendOrKeep, WAITS } from '../../data/offline/useSendOrKeep.ts'
import type { Change } from '../../data/offline/unsentChanges.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

export type ShowState = (paperId: string, changes: Partial<CardState>, confirmed?: boolean) => void

interface UndoableAction {
  paperId: string
  /** Message of the snackbar; null if the row of the paper has its own Undo button. */
  message: string | null
  undo: () => void
}

type Feedback = 'like' | 'dislike' | 'none'

/** The state of the last action on a paper: on its save, or on the feedback. */
interface LastAction {
  about: 'save' | 'feedback'
  status: ActionStatus
  error?: string
}

const REMOVED = 'Removed from your reading list'

/** Said before the cause of a failure; the button of a save says it itself. */
const FAILURES: Partial<Record<Change['what'], string>> = {
  like: '“Like” was not stored. ',
  dislike: '“Not for me” was not stored. ',
  none: 'It was not taken back. ',
}

/** What a like or a dislike leads to. The list on screen keeps its order. */
export const CONSEQUENCE = 'It counts from the next list on.'

/** Actions on the cards of a day. Changes are shown at once, reverted if the server fails, and can be undone. */
export function useCardActions(showCardState: ShowState) {
  const { click, view, sendFeedback } = usePaperActions()
  const { save, remove, restore } = useReadingActions()
  const announce = useAnnounce()
  const { preferences } = useUser()
  const { sendOrKeep, keepIfPossible, isWaiting, isQueued, withUnsent } = useSendOrKeep()
  const [lastActions, setLastActions] = useState<Readonly<Record<string, LastAction>>>({})
  /** What can be undone, the newest last. */
  const [done, setDone] = useState<readonly UndoableAction[]>([])
  const last = done.at(-1)
  const [message, setMessage] = useState<string | null>(null)
  const forget = (action: UndoableAction) => {
    setDone((all) => all.filter((other) => other !== action))
    setMessage(null)
  }
  /** Item ids by paper id, of items removed since the page was opened. Saving again restores them with their notes. */
  const removed = useRef(new Map<string, string>())

  /**
   * Shows `changes`, calls the server, and shows the card's previous state again if the call fails. Without a
   * connection, keeps `change`, which is sent later. `action` can be undone unless the call fails.
   */
  const attempt = async (
    card: Card,
    changes: Partial<CardState>,
    change: Pick<Change, 'what' | 'itemId'>,
    call: () => Promise<Partial<CardState> | void>,
    action?: Omit<UndoableAction, 'paperId'>,
  ) => {
    const { id } = card.paper
    const undoable = action && { ...action, paperId: id }
    if (undoable) {
      setDone((all) => [...all, undoable])
      setMessage(undoable.message)
    }
    const about = ['save', 'remove', 'restore'].includes(change.what) ? 'save' : 'feedback'
    const set = (status: ActionStatus, reason?: string) =>
      setLastActions((all) => ({ ...all, [id]: { about, status, ...(reason !== undefined && { error: reason }) } }))
    showCardState(id, changes)
    try {
      set('pending')
      const confirmed = await sendOrKeep({ paperId: id, title: card.paper.title, ...change }, call)
      if (confirmed === KEPT) announce(WAITS)
      else if (confirmed) showCardState(id, confirmed, true)
      set('idle')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showCardState(id, card.state)
      set('failed', `${FAILURES[change.what] ?? ''}${error.message}`)
      if (undoable) forget(undoable)
    }
  }

  const saveCard = (card: Card, isUndo = false) => {
    const { id } = card.paper
    const removedId = removed.current.get(id)
    removed.current.delete(id)
    let itemId = removedId
    const undo = () => removeCard({ ...card, state: { ...card.state, saved: true, saved_item_id: itemId } }, true)
    const call = async () => {
      const item = await (removedId === undefined ? save(id) : restore(removedId))
      itemId = item.id
      announce('Saved to your reading list')
      return { saved: true, saved_item_id: item.id }
    }
    const change = { what: removedId === undefined ? 'save' : 'restore', itemId: removedId } as const
    const changes = { saved: true, saved_item_id: removedId }
    void attempt(card, changes, change, call, isUndo ? undefined : { message: null, undo })
  }

  const removeCard = (card: Card, isUndo = false) => {
    const { paper, state } = card
    const itemId = state.saved_item_id
    const change = { what: 'remove', itemId } as const
    // Without an item, only a save that waits to be sent can be taken back.
    if (itemId === undefined && !isWaiting({ paperId: paper.id, title: paper.title, ...change })) return
    if (itemId !== undefined) removed.current.set(paper.id, itemId)
    const undo = () => saveCard({ ...card, state: { ...state, saved: false } }, true)
    const call = async () => {
      if (itemId !== undefined) await remove(itemId)
      announce(REMOVED)
    }
    const action = isUndo ? undefined : { message: REMOVED, undo }
    void attempt(card, { saved: false, saved_item_id: undefined }, change, call, action)
  }

  const setFeedback = (card: Card, value: Feedback, isUndo = false) => {
    const changes = { liked: value === 'like', dismissed: value === 'dislike' }
    const before = card.state.dismissed ? 'dislike' : card.state.liked ? 'like' : 'none'
    const undo = () => setFeedback({ ...card, state: { ...card.state, ...changes } }, before, true)
    const call = async () => {
      await sendFeedback(card.paper.id, value)
      const hint = isUndo || !preferences.shortcuts ? '' : ' Undo with u'
      announce(value === 'none' ? 'Taken back' : `${value === 'like' ? 'Liked' : 'Not for me'}. ${CONSEQUENCE}${hint}`)
    }
    const message = value === 'like' ? `Liked. ${CONSEQUENCE}` : null
    void attempt(card, changes, { what: value }, call, isUndo ? undefined : { message, undo })
  }

  const undo = (action = last) => {
    if (!action) return
    forget(action)
    action.undo()
  }

  return {
    /** The status of the row's button: of Undo in the row of a dismissed paper, of Save otherwise. */
    statusOf: ({ paper, state }: Card): ActionStatus => {
      if (isQueued(paper.id)) return 'queued'
      const last = lastActions[paper.id]
      return last?.about === (state.dismissed ? 'feedback' : 'save') ? last.status : 'idle'
    },
    /** Why the last action on the paper failed. */
    errorOf: ({ paper }: Card): string | undefined => lastActions[paper.id]?.error,
    /** The card with the changes that wait to be sent. */
    withUnsent,
    message,
    undo: () => undo(),
    closeMessage: () => setMessage(null),
    setSaved: (card: Card, saved: boolean) => (saved ? saveCard(card) : removeCard(card)),
    setFeedback: (card: Card, value: Feedback) => setFeedback(card, value),
    /** Restores a dismissed card with its own button: the action is not undone a second time. */
    undoDismiss: (card: Card) => {
      const dismissal = done.findLast(({ paperId }) => paperId === card.paper.id)
      if (dismissal) undo(dismissal)
      else setFeedback(card, 'none', true)
    },
    open: (card: Card) => {
      showCardState(card.paper.id, { clicked: true, seen: true })
      void click(card.paper.id)
    },
    /** Reports the reading time of the abstract. Without `seconds`, reports that the card counts as seen. */
    view: (card: Card, seconds?: number) => {
      if (navigator.onLine) void view(card.paper.id, seconds)
      else if (seconds === undefined) keepIfPossible({ paperId: card.paper.id, title: card.paper.title, what: 'seen' })
    },
  }
}

export type CardActions = ReturnType<typeof useCardActions>
