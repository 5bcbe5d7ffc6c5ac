const PROBE = 'paperdawn-probe'
/** What local storage refused, for as long as this page is open. */
const refused = new Map<string, string>()
/** Parts of keys that nothing is stored under any more. */
const forgotten = new Set<string>()

/**
 * Local storage, which a browser may forbid or which may be full: then what is written lasts until this page is closed.
 * For facts that the page can do without afterwards; a note says where its text is (`noteDrafts.ts`).
 */
export const deviceStorage = {
  get(key: string): string | null {
    const value = refused.get(key)
    if (value !== undefined) return value
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** Returns whether it is stored: otherwise only this page has it. */
  set(key: string, value: string): boolean {
    refused.delete(key)
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      refused.set(key, value)
      return false
    }
  },
  remove(key: string): void {
    refused.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Forbidden storage has nothing to remove.
    }
  },
  /** All keys, also those that only this page has. */
  keys(): string[] {
    try {
      return [...new Set([...Object.keys(localStorage), ...refused.keys()])]
    } catch {
      return [...refused.keys()]
    }
  },
  /** Whether something that is written now is still there after the page is closed. */
  isKept(): boolean {
    try {
      localStorage.setItem(PROBE, PROBE)
      localStorage.removeItem(PROBE)
      return true
    } catch {
      return false
    }
  },
  /** Removes what is stored under keys with this part, and lets this page store nothing there any more. */
  forget(part: string): void {
    forgotten.add(part)
    for (const key of this.keys()) if (key.includes(part)) this.remove(key)
  },
  isForgotten: (key: string): boolean => [...forgotten].some((part) => key.includes(part)),
}

/**
 * Removes what this browser keeps for the user: drafts, changes and recent searches. Their keys contain the user's id. An
 * editor that closes later keeps no draft either.
 */
export const forgetUser = (id: string): void => deviceStorage.forget(id)
