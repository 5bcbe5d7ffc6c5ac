import { useSyncExternalStore } from 'react'
import type { FoundBy } from '#api/contract/limits.ts'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import { deviceStorage } from '../../shared/deviceStorage.ts'

/**
 * A change of a paper that the reader has made and the server has not confirmed yet. `note` is only kept as refused: the
 * text is in the note's draft.
 */
export interface Change {
  paperId: string
  title: string
  what: 'save' | 'restore' | 'remove' | 'like' | 'dislike' | 'none' | 'seen' | 'move' | 'tags' | 'note'
  /** For `save`: how the reader found the paper. */
  foundBy?: FoundBy | undefined
  /** Id of the reading list item, for `restore`, `move` and `tags`, and for `remove` unless it is not known yet. */
  itemId?: string | undefined
  /** For `move`: the state that the server knows, the new one, and the item's version. */
  move?: { from: ReadingStatus; to: ReadingStatus; version: number }
  /** For `tags`: the tags that the server knows, the new ones, and the item's version. */
  tags?: { from: readonly string[]; to: readonly string[]; version: number }
}

export interface UnsentChange extends Change {
  /** Orders the changes. */
  at: number
  /** It waits for the connection or for a sign-in. Otherwise it is sent at once. */
  waits?: true
  /** It was sent: the server may have received it even if no answer came. */
  tried?: true
  /** The server's sentence why it did not accept the change. */
  refused?: string
}

const listeners = new Set<() => void>()
const prefixOf = (userId: string) => `paperdawn.change.${userId} `

/** Saving, moving, tagging, noting, rating and seeing a paper do not exclude each other. */
export function fieldOf({ what }: Pick<Change, 'what'>): string {
  if (what === 'seen' || what === 'move' || what === 'tags' || what === 'note') return what
  return what === 'save' || what === 'restore' || what === 'remove' ? 'saved' : 'rated'
}

/** Local storage: one entry for each paper and field, so that no tab overwrites the changes of another one. */
const keyOf = (userId: string, change: Pick<Change, 'paperId' | 'what'>) =>
  `${prefixOf(userId)}${encodeURIComponent(change.paperId)} ${fieldOf(change)}`

function isUndone(before: UnsentChange, after: Change): boolean {
  // The server may have it: then the opposite must be sent, too.
  if (before.tried) return false
  if (after.move) return before.move?.from === after.move.to
  if (after.tags) return new Set(before.tags?.from).symmetricDifference(new Set(after.tags.to)).size === 0
  return fieldOf(after) === 'saved' && (before.what === 'remove') !== (after.what === 'remove')
}

/**
 * Keeps a change until it is sent; it replaces an earlier one of the same kind. A removal and a save that were both not
 * sent, or a move or tags that were changed back, leave nothing to send: then returns null. Where the browser refuses to
 * store it, only this page has it.
 */
export function keepChange(userId: string, change: Change): UnsentChange | null {
  const key = keyOf(userId, change)
  if (deviceStorage.isForgotten(key)) return null
  const before = read(key)
  if (before && isUndone(before, change)) {
    deviceStorage.remove(key)
    notify()
    return null
  }
  // What was tried may be what the server knows by now.
  const known = before?.tried ? null : before
  const move = change.move && { ...change.move, from: known?.move?.from ?? change.move.from }
  const tags = change.tags && { ...change.tags, from: known?.tags?.from ?? change.tags.from }
  const kept = { ...change, ...(move && { move }), ...(tags && { tags }), at: nextTime(userId) }
  deviceStorage.set(key, JSON.stringify(kept))
  notify()
  return kept
}

/** The time, or just after the newest change: two changes in the same millisecond keep their order. */
const nextTime = (userId: string) => Math.max(Date.now(), (unsentChanges(userId).at(-1)?.at ?? 0) + 1)

/** The change as it is kept now; null if it was sent, or a newer one has its place. */
export function findKept(userId: string, change: UnsentChange): UnsentChange | null {
  const kept = read(keyOf(userId, change))
  return kept?.at === change.at ? kept : null
}

/** Writes to a change, unless a newer one has its place. Returns whether it outlasts this page. */
function update(userId: string, change: UnsentChange, changes: Partial<UnsentChange>): boolean {
  const key = keyOf(userId, change)
  const kept = read(key)
  if (kept?.at !== change.at) return true
  const isStored = deviceStorage.set(key, JSON.stringify({ ...kept, ...changes }))
  notify()
  return isStored
}

/** Marks a change as sent, before it is. */
export const markTried = (userId: string, change: UnsentChange): void => void update(userId, change, { tried: true })

/** Lets a change wait for the connection. Returns false, and keeps nothing, if the browser does not store it. */
export function letWait(userId: string, change: UnsentChange): boolean {
  if (update(userId, change, { waits: true })) return true
  dropChange(userId, change)
  return false
}

/** Marks a change as refused by the server. It is not sent again. */
export const refuseChange = (userId: string, change: UnsentChange, refused: string): void =>
  void update(userId, change, { refused })

/** Removes a change that was sent, or that the reader has read the refusal of; not a newer one in its place. */
export function dropChange(userId: string, change: UnsentChange): void {
  const key = keyOf(userId, change)
  if (read(key)?.at === change.at) deviceStorage.remove(key)
  notify()
}

/** Keeps that the server refused the note on this paper. The text stays in the draft of the note. */
export function keepRefusedNote(userId: string, paperId: string, refused: string): void {
  const change = { paperId, title: '', what: 'note', at: nextTime(userId), refused } satisfies UnsentChange
  deviceStorage.set(keyOf(userId, change), JSON.stringify(change))
  notify()
}

/** Forgets that the note was refused: its editor is open and says so. */
export function dropRefusedNote(userId: string, paperId: string): void {
  const key = keyOf(userId, { paperId, what: 'note' })
  if (read(key) === null) return
  deviceStorage.remove(key)
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
    const stored = deviceStorage.get(key)
    return stored === null ? null : (JSON.parse(stored) as UnsentChange)
  } catch {
    return null
  }
}
