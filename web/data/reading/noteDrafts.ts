import { deviceStorage } from '../../shared/deviceStorage.ts'

/** Note text that the server has not confirmed yet. `base` is the saved note that the edit started from. */
export interface Draft {
  text: string
  base: { id: string; notes: string; version: number } | null
  /** The server refused this text. Only the editor of the note sends it again. */
  refused?: true
}

export interface Drafts {
  /**
   * Returns a draft of the paper: this window's, else one that another window left, which becomes this window's. A
   * further one is returned after this one was cleared.
   */
  take(): Draft | null
  /** Replaces this window's draft; null removes it. Returns false if only the page's memory has it. */
  write(draft: Draft | null): boolean
  /** Removes the drafts of all windows with exactly this text, which the server has confirmed. */
  clear(text: string): void
  /** Marks the drafts of all windows with exactly this text as refused by the server. */
  refuse(text: string): void
}

/** Each window has drafts of its own, so that no window overwrites or clears the text of another one. */
const windowId = Math.random().toString(36).slice(2)
/** Drafts that the browser refused to store (private window, full disk): lost with the page. */
const unstored = new Map<string, Draft>()
const userPrefix = (userId: string) => `paperdawn.note.${userId} `

/** The drafts of one user's note on one paper. In local storage, they survive a closed tab or an expired session. */
export function localDrafts(userId: string, paperId: string, window = windowId): Drafts {
  const prefix = `${userPrefix(userId)}${encodeURIComponent(paperId)} `
  const own = prefix + window
  const write = (draft: Draft | null) => {
    if (draft !== null) return store(own, draft)
    remove(own)
    return true
  }
  return {
    write,
    take() {
      const found = findDrafts(prefix)
      const [key, draft] = found.find(([each]) => each === own) ?? found[0] ?? []
      if (key === undefined || draft === undefined) return null
      if (key !== own && write(draft)) remove(key)
      return draft
    },
    clear(text) {
      for (const [key, draft] of findDrafts(prefix)) if (draft.text === text) remove(key)
    },
    refuse(text) {
      for (const [key, draft] of findDrafts(prefix)) if (draft.text === text) store(key, { ...draft, refused: true })
    },
  }
}

/** All drafts of the user, of every paper and window. */
export const unsentDrafts = (userId: string): { paperId: string; draft: Draft }[] =>
  findDrafts(userPrefix(userId)).map(([key, draft]) => ({
    paperId: decodeURIComponent(key.slice(userPrefix(userId).length).split(' ')[0] ?? ''),
    draft,
  }))

/** Whether this page has drafts that are lost when it is closed. */
export const hasUnstoredDrafts = () => unstored.size > 0

function findDrafts(prefix: string): [key: string, draft: Draft][] {
  return [...new Set([...deviceStorage.keys(), ...unstored.keys()])].flatMap((key) => {
    const draft = key.startsWith(prefix) ? read(key) : null
    return draft === null ? [] : [[key, draft]]
  })
}

function read(key: string): Draft | null {
  const draft = unstored.get(key)
  if (draft) return draft
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? null : (JSON.parse(stored) as Draft)
  } catch {
    // Unreadable storage counts as no draft; the server still has the saved note.
    return null
  }
}

function store(key: string, draft: Draft): boolean {
  if (deviceStorage.isForgotten(key)) return true
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    unstored.delete(key)
    return true
  } catch {
    unstored.set(key, draft)
    return false
  }
}

function remove(key: string): void {
  unstored.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is no draft to remove.
  }
}
