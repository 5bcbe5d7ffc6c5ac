import { useSyncExternalStore } from 'react'
import type { CardState } from '#api/contract/papers.ts'
import { storedKeys } from '../../shared/storedKeys.ts'

/** A change of a paper that was made without a connection, and that the server has not confirmed yet. */
export interface Change {
  paperId: string
  title: string
  what: 'save' | 'restore' | 'remove' | 'like' | 'dislike' | 'none' | 'seen'
  /** Id of the reading list item, for `restore` and `remove`. */
  itemId?: string | undefined
}

/** `at` orders the changes. `refused` is the server's sentence why it did not accept the change. */
export interface UnsentChange extends Change {
  at: number
  refused?: string
}

const listeners = new Set<() => void>()
const prefixOf = (userId: string) => `paperdawn.change.${userId} `

/** Saving, rating and seeing a paper do not exclude each other. */
function fieldOf({ what }: Change): string {
  if (what === 'seen') return 'seen'
  return what === 'save' || what === 'restore' || what === 'remove' ? 'saved' : 'rated'
}

/** Local storage: one entry for each paper and field, so that no tab overwrites the changes of another one. */
const keyOf = (userId: string, change: Change) =>
  `${prefixOf(userId)}${encodeURIComponent(change.paperId)} ${fieldOf(change)}`

const isUndone = (before: Change, after: Change) => (before.what === 'remove') !== (after.what === 'remove')

/** Whether a change of the same paper and kind waits to be sent. */
export const isWaiting = (userId: string, change: Change): boolean => read(keyOf(userId, change)) !== null

/** What a card shows of the changes that wait to be sent. */
export function withUnsent<Shown extends { paper: { id: string }; state: CardState }>(
  card: Shown,
  unsent: readonly UnsentChange[],
): Shown {
  const changes = unsent.filter(({ paperId, refused }) => paperId === card.paper.id && refused === undefined)
  return changes.length === 0
    ? card
    : { ...card, state: changes.reduce((state, { what }) => ({ ...state, ...shownState(what) }), card.state) }
}

function shownState(what: Change['what']): Partial<CardState> {
  if (what === 'seen') return { seen: true }
  if (what === 'remove') return { saved: false }
  if (what === 'save' || what === 'restore') return { saved: true }
  return { liked: what === 'like', dismissed: what === 'dislike' }
}

/**
 * Keeps a change until it is sent; it replaces an earlier one of the same kind. A removal and a save that were both not
 * sent leave nothing to send. Throws if the browser refuses to store it.
 */
export function keepChange(userId: string, change: Change): void {
  const key = keyOf(userId, change)
  const before = read(key)
  if (before && fieldOf(change) === 'saved' && isUndone(before, change)) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ ...change, at: Date.now() } satisfies UnsentChange))
  notify()
}

/** Removes a change that was sent, or that the reader has read the refusal of; not a newer one in its place. */
export function dropChange(userId: string, change: UnsentChange): void {
  const key = keyOf(userId, change)
  if (read(key)?.at === change.at) localStorage.removeItem(key)
  notify()
}

/** Marks a change as refused by the server. It is not sent again. */
export function refuseChange(userId: string, change: UnsentChange, refused: string): void {
  const key = keyOf(userId, change)
  if (read(key)?.at === change.at) localStorage.setItem(key, JSON.stringify({ ...change, refused }))
  notify()
}

/** The changes of this user that were not sent, in their order. */
export function unsentChanges(userId: string): UnsentChange[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefixOf(userId)))
    .flatMap((key) => read(key) ?? [])
    .toSorted((a, b) => a.at - b.at)
}

let lastSnapshot: { text: string; changes: readonly UnsentChange[] } = { text: '[]', changes: [] }

/** The changes of this user that were not sent; re-renders when they change, in another tab too. */
export function useUnsentChanges(userId: string): readonly UnsentChange[] {
  return useSyncExternalStore(subscribeToChanges, () => {
    const changes = unsentChanges(userId)
    const text = JSON.stringify(changes)
    if (text !== lastSnapshot.text) lastSnapshot = { text, changes }
    return lastSnapshot.changes
  })
}

function subscribeToChanges(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

function notify() {
  for (const listener of listeners) listener()
}

function read(key: string): UnsentChange | null {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? null : (JSON.parse(stored) as UnsentChange)
  } catch {
    return null
  }
}
