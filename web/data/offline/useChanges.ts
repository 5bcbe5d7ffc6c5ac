import { useRef, useState } from 'react'
import type { CardState } from '#api/contract/papers.ts'
import type { Item, ReadingCounts, ReadingStatus } from '#api/contract/readingList.ts'
import { ApiError } from '../../shared/client.ts'
import { useUser } from '../../shared/useUser.ts'
import { makeChange, type Outcome } from './sendChanges.ts'
import type { Confirmed } from './showConfirmed.ts'
import { fieldOf, useUnsentChanges, type Change, type UnsentChange } from './unsentChanges.ts'
import { useSender } from './useSender.ts'
import { withUnsent, withUnsentCounts, withUnsentItem } from './withUnsent.ts'

/** What is announced of a change that waits. */
export const WAITS = 'Waits for the connection'

export type Feedback = 'like' | 'dislike' | 'none'
type About = Pick<Change, 'paperId' | 'title' | 'foundBy'>
/** "refused": the server did not accept it, or it could neither be sent nor kept. */
export type Result = Outcome | 'refused'
interface Failure {
  what: Change['what']
  message: string
}

/** Said before the cause of a failure; the button of a save says it itself. */
const FAILURES: Partial<Record<Change['what'], string>> = {
  like: '“Like” was not stored. ',
  dislike: '“Not for me” was not stored. ',
  none: 'It was not taken back. ',
}

/**
 * The changes that the reader makes of papers. Each is kept on this device, shown at once by `withUnsent…`, sent when
 * there is a connection, and shown as it was if the server refuses. It is undone by the opposite change. The functions
 * return what became of the change.
 */
export function useChanges() {
  const { id: userId } = useUser()
  const sender = useSender(userId)
  const unsent = useUnsentChanges(userId)
  /** The last failure of each paper. */
  const [failures, setFailures] = useState<Readonly<Record<string, Failure>>>({})
  /** Item ids by paper id, of papers saved or removed since the page was opened: saving again restores them with their notes. */
  const itemIds = useRef(new Map<string, string>())

  const show = (confirmed: Confirmed) => {
    if (confirmed.item) itemIds.current.set(confirmed.paperId, confirmed.item.id)
    sender.show(confirmed)
  }
  const make = async (change: Change): Promise<Result> => {
    const { paperId, what } = change
    setFailures(({ [paperId]: _before, ...others }) => others)
    try {
      return await makeChange({ ...sender, show }, change)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailures((all) => ({ ...all, [paperId]: { what, message: error.message } }))
      return 'refused'
    }
  }

  return {
    /** Saves the paper, or removes it. `itemId` is its item, undefined if that is not known. */
    setSaved: ({ paperId, title, foundBy }: About, saved: boolean, itemId?: string) => {
      const known = itemId ?? itemIds.current.get(paperId)
      if (known !== undefined) itemIds.current.set(paperId, known)
      const what = !saved ? 'remove' : known === undefined ? 'save' : 'restore'
      return make({ paperId, title, what, itemId: known, ...(what === 'save' && { foundBy }) })
    },
    rate: (paper: About, value: Feedback) => make({ ...paper, what: value }),
    markSeen: (paper: About) => make({ ...paper, what: 'seen' }),
    move: ({ id, paper, status, version }: Item, to: ReadingStatus) =>
      make({ paperId: paper.id, title: paper.title, what: 'move', itemId: id, move: { from: status, to, version } }),
    setTags: ({ id, paper, tags, version }: Item, to: readonly string[]) =>
      make({ paperId: paper.id, title: paper.title, what: 'tags', itemId: id, tags: { from: tags, to, version } }),
    /** Shows what happened to a card without a change: here and in the other tabs. */
    show: sender.show,
    /** State of the last save, removal or rating of the paper. */
    statusOf: (paperId: string, field: 'saved' | 'rated') => {
      const changes = unsent.filter((change) => change.paperId === paperId && isMade(change))
      if (changes.some(({ waits }) => waits)) return 'queued'
      if (changes.some((change) => fieldOf(change) === field)) return 'pending'
      const failure = failures[paperId]
      return failure && fieldOf(failure) === field ? 'failed' : 'idle'
    },
    /** Why the last change of the paper failed. */
    failureOf: (paperId: string): Failure | undefined => failures[paperId],
    /** The same, with what failed. */
    describeFailure: (paperId: string): string | undefined => {
      const failure = failures[paperId]
      return failure && `${FAILURES[failure.what] ?? ''}${failure.message}`
    },
    /** The card with the changes that the server has not confirmed yet. */
    withUnsent: <Shown extends { paper: { id: string }; state: Partial<CardState> }>(card: Shown) =>
      withUnsent(card, unsent),
    withUnsentItem: (item: Item) => withUnsentItem(item, unsent),
    withUnsentCounts: (counts: ReadingCounts, items: readonly Item[]) => withUnsentCounts(counts, items, unsent),
  }
}

/** That a card was seen is no change that the reader made. */
export const isMade = ({ what, refused }: UnsentChange): boolean => what !== 'seen' && refused === undefined
