import { useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import type { ActionStatus } from '../../components/papers/SaveButton.tsx'
import { useChanges, WAITS, type Feedback, type Result } from '../../data/offline/useChanges.ts'
import type { FoundPaper } from '../../data/papers/useSimilarText.ts'
import { plainTitle } from '../../shared/plainTitle.ts'

interface UndoableAction {
  paper: Paper
  /** "swipe": saved by a swipe, which presses no button. */
  what: 'swipe' | 'removal' | 'feedback'
  /** Makes the opposite change. */
  undo: () => Promise<Result>
  /** It could not be undone. */
  isStuck?: true
}

/** Of a rating, the paper itself shows what was done, and has a button that takes it back. */
const MESSAGES: Record<UndoableAction['what'], string | null> = {
  swipe: 'Saved to your reading list',
  removal: 'Removed from your list',
  feedback: null,
}
const STUCK = { swipe: 'Could not remove it', removal: 'Could not restore it', feedback: 'Could not take it back' }

/** What the reader does with papers found. The last actions can be undone, the newest first. */
export function useHitActions() {
  const announce = useAnnounce()
  const changes = useChanges()
  const [done, setDone] = useState<readonly UndoableAction[]>([])
  /** The action whose message is shown. */
  const [announced, setAnnounced] = useState<UndoableAction | null>(null)

  /** What the reader did with the paper, with the changes that the server has not confirmed yet. */
  const stateOf = ({ paper, saved_item_id, liked = false, dismissed = false }: FoundPaper) =>
    changes.withUnsent({ paper, state: { saved: saved_item_id !== undefined, liked, dismissed } }).state

  const follow = async (change: Promise<Result>, words?: string) => {
    const result = await change
    if (result === 'waiting') announce(WAITS)
    else if (result === 'sent' && words !== undefined) announce(words)
    return result
  }
  const add = (action: UndoableAction) => {
    setDone((all) => [...all, action])
    setAnnounced(action)
  }
  const drop = (isDropped: (action: UndoableAction) => boolean) => {
    setDone((all) => all.filter((action) => !isDropped(action)))
    setAnnounced((action) => (action && isDropped(action) ? null : action))
  }
  const store = (paper: Paper, saved: boolean, itemId?: string) =>
    follow(changes.setSaved({ paperId: paper.id, title: paper.title, foundBy: 'search' }, saved, itemId))
  const rate = (paper: Paper, value: Feedback) => {
    const words = value === 'like' ? 'Liked' : value === 'dislike' ? 'Not for me' : 'Taken back'
    return follow(changes.rate({ paperId: paper.id, title: plainTitle(paper) }, value), words)
  }

  const undo = async () => {
    const action = done.at(-1)
    if (!action) return
    drop((other) => other === action)
    if ((await action.undo()) !== 'refused') return
    const stuck = { ...action, isStuck: true } as const
    setDone((all) => [...all, stuck])
    setAnnounced(stuck)
  }

  return {
    stateOf,
    /** The status of the button that is shown: Undo of a dismissed paper, Save otherwise. */
    statusOf: (paperId: string, dismissed: boolean): ActionStatus =>
      changes.statusOf(paperId, dismissed ? 'rated' : 'saved'),
    errorOf: changes.describeFailure,
    /** "said": a message with Undo, where no button was pressed. */
    setSaved: async ({ paper, saved_item_id: itemId }: FoundPaper, saved: boolean, as?: 'said') => {
      if (saved) drop((action) => action.paper.id === paper.id && action.what === 'removal')
      else drop((action) => action.paper.id === paper.id && action.what === 'swipe')
      const result = await store(paper, saved, itemId)
      if (result === 'refused') return
      if (!saved && itemId !== undefined) add({ paper, what: 'removal', undo: () => store(paper, true, itemId) })
      if (as === 'said') add({ paper, what: 'swipe', undo: () => store(paper, false) })
    },
    setFeedback: async (hit: FoundPaper, value: Feedback) => {
      const { paper } = hit
      const { liked, dismissed } = stateOf(hit)
      const before = dismissed ? 'dislike' : liked ? 'like' : 'none'
      drop((action) => action.paper.id === paper.id && action.what === 'feedback')
      const result = await rate(paper, value)
      if (result !== 'refused' && value !== 'none') add({ paper, what: 'feedback', undo: () => rate(paper, before) })
    },
    undo,
    message: announced && (announced.isStuck ? STUCK[announced.what] : MESSAGES[announced.what]),
    isStuck: announced?.isStuck === true,
    closeMessage: () => setAnnounced(null),
  }
}

export type HitActions = ReturnType<typeof useHitActions>
