import { useRef, useState } from 'react'
import type { Card, CardState } from '#api/contract/papers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { ApiError } from '../../shared/client.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'

export type ShowState = (paperId: string, changes: Partial<CardState>, confirmed?: boolean) => void

interface UndoableAction {
  /** Message of the snackbar; null if the row of the paper has its own Undo button. */
  message: string | null
  undo: () => void
}

/** What a like or a dislike leads to. The list on screen keeps its order. */
export const CONSEQUENCE = 'The order of the next lists follows.'

/** Actions on the cards of a day. Changes are shown at once, reverted if the server fails, and can be undone. */
export function useCardActions(showCardState: ShowState) {
  const { click, view, sendFeedback } = usePaperActions()
  const { save, remove, restore } = useReadingActions()
  const announce = useAnnounce()
  const [status, setStatus] = useState<Readonly<Record<string, ActionStatus>>>({})
  const [last, setLast] = useState<UndoableAction | null>(null)
  /** Item ids by paper id, of items removed since the page was opened. Saving again restores them with their notes. */
  const removed = useRef(new Map<string, string>())

  /** Shows `changes`, calls the server, and shows the card's previous state again if the call fails. */
  const attempt = async (card: Card, changes: Partial<CardState>, call: () => Promise<Partial<CardState> | void>) => {
    const { id } = card.paper
    const set = (value: ActionStatus) => setStatus((all) => ({ ...all, [id]: value }))
    showCardState(id, changes)
    try {
      if (!navigator.onLine) {
        set('queued')
        await untilOnline()
      }
      set('pending')
      const confirmed = await call()
      if (confirmed) showCardState(id, confirmed, true)
      set('idle')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showCardState(id, card.state)
      set('failed')
      announce(`Failed: ${error.message}`)
    }
  }

  const saveOrRestore = async (paperId: string) => {
    const itemId = removed.current.get(paperId)
    removed.current.delete(paperId)
    return itemId === undefined ? save(paperId) : restore(itemId)
  }

  const saveCard = (card: Card) =>
    attempt(card, { saved: true }, async () => {
      const item = await saveOrRestore(card.paper.id)
      announce('Saved to your reading list')
      return { saved: true, saved_item_id: item.id }
    })

  const removeCard = (card: Card) => {
    const itemId = card.state.saved_item_id
    if (itemId === undefined) return
    setLast({
      message: 'Removed from your reading list',
      undo: () => void saveCard({ ...card, state: { ...card.state, saved: false } }),
    })
    void attempt(card, { saved: false, saved_item_id: undefined }, async () => {
      await remove(itemId)
      removed.current.set(card.paper.id, itemId)
    })
  }

  const setFeedback = (card: Card, value: 'like' | 'dislike' | 'none') => {
    const changes = { liked: value === 'like', dismissed: value === 'dislike' }
    const before = card.state.liked ? 'like' : 'none'
    if (value !== 'none') {
      const undo = () => setFeedback({ ...card, state: { ...card.state, ...changes } }, before)
      setLast({ message: value === 'like' ? `Liked. ${CONSEQUENCE}` : null, undo })
      announce(`${value === 'like' ? 'Liked' : 'Not for me'}. ${CONSEQUENCE} Undo with u`)
    }
    void attempt(card, changes, async () => void (await sendFeedback(card.paper.id, value)))
  }

  return {
    status,
    message: last?.message ?? null,
    undo: () => {
      last?.undo()
      setLast(null)
    },
    closeMessage: () => setLast((done) => done && { ...done, message: null }),
    setSaved: (card: Card, saved: boolean) => (saved ? void saveCard(card) : removeCard(card)),
    setFeedback,
    open: (card: Card) => {
      showCardState(card.paper.id, { clicked: true, seen: true })
      void click(card.paper.id)
    },
    /** Reports the reading time of the abstract. Without `seconds`, reports that the card counts as seen. */
    view: (paperId: string, seconds?: number) => void view(paperId, seconds),
  }
}

export type CardActions = ReturnType<typeof useCardActions>

const untilOnline = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
