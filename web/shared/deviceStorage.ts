/** What local storage refused, for as long as this page is open. */
const refused = new Map<string, string>()

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
  set(key: string, value: string): void {
    refused.delete(key)
    try {
      localStorage.setItem(key, value)
    } catch {
      refused.set(key, value)
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
  /** The stored keys, without those that were refused. */
  keys(): string[] {
    try {
      return Object.keys(localStorage)
    } catch {
      return []
    }
  },
}
