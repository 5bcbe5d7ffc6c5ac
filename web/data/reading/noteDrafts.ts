/** Note text that the server has not confirmed yet. `base` is the saved note that the edit started from. */
export interface Draft {
  text: string
  base: { notes: string; version: number } | null
}

export interface Drafts {
  read(): Draft | null
  write(draft: Draft): void
  clear(): void
}

/**
 * The draft of one user's note on one paper. Kept in local storage, so that it survives a closed tab or an expired
 * session. If the browser refuses storage (private window, full disk), the draft is lost with the page.
 */
export function localDrafts(userId: string, paperId: string): Drafts {
  const key = `paperdawn.note.${userId}.${paperId}`
  return {
    read() {
      try {
        const stored = localStorage.getItem(key)
        return stored === null ? null : (JSON.parse(stored) as Draft)
      } catch {
        // Unreadable storage counts as no draft; the server still has the saved note.
        return null
      }
    },
    write(draft) {
      try {
        localStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // The editor still has the text and keeps trying to save it to the server.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Without storage there is no draft to remove.
      }
    },
  }
}
