import { useSyncExternalStore } from 'react'
import type { CardState } from '#api/contract/papers.ts'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { deviceStorage } from '../../shared/deviceStorage.ts'

/**
 * A change of a paper that was made without a connection, and that the server has not confirmed yet. `note` is only kept
 * as refused: the text is in the note's draft.
 */
export interface Change {
  paperId: string
  title: string
  what: 'save' | 'restore' | 'remove' | 'like' | 'dislike' | 'none' | 'seen' | 'move' | 'tags' | 'note'
  /** Id of the reading list item, for `restore`, `remove`, `move` and `tags`. */
  itemId?: string | undefined
  /** For `move`: the state that the server knows, the new one, and the item's version. */
  move?: { from: ReadingStatus; to: ReadingStatus; version: number }
  /** For `tags`: the tags that the server knows, the new ones, and the item's version. */
  tags?: { from: readonly string[]; to: readonly string[]; version: number }
}

/** `at` orders the changes. `refused` is the server's sentence why it did not accept the change. */
export interface UnsentChange extends Change {
  at: number
  refused?: string
}

const listeners = new Set<() => void>()
const prefixOf = (userId: string) => `paperdawn.change.${userId} `

/** Saving, moving, tagging, noting, rating and seeing a paper do not exclude each other. */
function fieldOf({ what }: Pick<Change, 'what'>): string {
  if (what === 'seen' || what === 'move' || what === 'tags' || what === 'note') return what
  return what === 'save' || what === 'restore' || what === 'remove' ? 'saved' : 'rated'
}

/** Local storage: one entry for each paper and field, so that no tab overwrites the changes of another one. */
const keyOf = (userId: string, change: Change) =>
  `${prefixOf(userId)}${encodeURIComponent(change.paperId)} ${fieldOf(change)}`

function isUndone(before: Change, after: Change): boolean {
  if (after.move) return before.move?.from === after.move.to
  if (after.tags) return new Set(before.tags?.from).symmetricDifference(new Set(after.tags.to)).size === 0
  return fieldOf(after) === 'saved' && (before.what === 'remove') !== (after.what === 'remove')
}

/** Whether a change of the same paper and kind waits to be sent. */
export const isWaiting = (userId: string, change: Change): boolean => read(keyOf(userId, change)) !== null

/** What a card shows of the changes that wait to be sent. */
export function withUnsent<Shown extends { paper: { id: string }; state: Partial<CardState> }>(
  card: Shown,
  unsent: readonly UnsentChange[],
): Shown {
  const changes = waitingChanges(unsent, card.paper.id)
  return changes.length === 0
    ? card
    : { ...card, state: changes.reduce((state, { what }) => ({ ...state, ...shownState(what) }), card.state) }
}

/** The reading list item with the state and the tags that wait to be sent, and which of its changes wait. */
export function withUnsentItem(item: Item, unsent: readonly UnsentChange[]) {
  const changes = waitingChanges(unsent, item.paper.id)
  const move = changes.find(({ what }) => what === 'move')?.move
  const tags = changes.find(({ what }) => what === 'tags')?.tags
  return {
    item: { ...item, ...(move && { status: move.to }), ...(tags && { tags: [...tags.to] }) },
    areTagsWaiting: tags !== undefined,
    isMoveWaiting: move !== undefined,
    isRemovalWaiting: changes.some(({ what }) => what === 'remove'),
  }
}

const waitingChanges = (unsent: readonly UnsentChange[], id: string): UnsentChange[] =>
  unsent.filter(({ paperId, refused }) => paperId === id && refused === undefined)

function shownState(what: Change['what']): Partial<CardState> {
  if (what === 'seen') return { seen: true }
  if (what === 'remove') return { saved: false }
  if (what === 'save' || what === 'restore') return { saved: true }
  if (what === 'move' || what === 'tags' || what === 'note') return {}
  return { liked: what === 'like', dismissed: what === 'dislike' }
}

/**
 * Keeps a change until it is sent; it replaces an earlier one of the same kind. A removal and a save that were both not
 * sent, or a move or tags that were changed back, leave nothing to send. Throws if the browser refuses to store it.
 */
export function keepChange(userId: string, change: Change): void {
  const key = keyOf(userId, change)
  const before = read(key)
  if (before && isUndone(before, change)) localStorage.removeItem(key)
  else {
    const move = change.move && { ...before?.move, ...change.move, from: before?.move?.from ?? change.move.from }
    const tags = change.tags && { ...change.tags, from: before?.tags?.from ?? change.tags.from }
    const kept = { ...change, ...(move && { move }), ...(tags && { tags }), at: nextTime(userId) }
    localStorage.setItem(key, JSON.stringify(kept))
  }
  notify()
}

/** The time, or just after the newest change: two changes in the same millisecond keep their order. */
const nextTime = (userId: string) => Math.max(Date.now(), (unsentChanges(userId).at(-1)?.at ?? 0) + 1)

/** Removes a change that was sent, or that the reader has read the refusal of; not a newer one in its place. */
export function dropChange(userId: string, change: UnsentChange): void {
  const key = keyOf(userId, change)
  if (read(key)?.at === change.at) localStorage.removeItem(key)
  notify()
}

/** Keeps that the server refused the note on this paper. The text stays in the draft of the note. */
export function keepRefusedNote(userId: string, paperId: string, refused: string): void {
  const change = { paperId, title: '', what: 'note', at: nextTime(userId), refused } satisfies UnsentChange
  localStorage.setItem(keyOf(userId, change), JSON.stringify(change))
  notify()
}

/** Forgets that the note was refused: its editor is open and says so. */
export function dropRefusedNote(userId: string, paperId: string): void {
  const key = keyOf(userId, { paperId, title: '', what: 'note' })
  if (read(key) === null) return
  localStorage.removeItem(key)
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
  return deviceStorage
    .keys()
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
