/** What a reader typed and the server has not confirmed yet. `base` is the note it started from. */
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
 * The draft of one reader's note on one paper, kept on this device so that a closed tab or a lost session loses nothing.
 * Where the browser refuses storage (private windows, full disk) the draft lives as long as the page.
 */
export function localDrafts(userId: string, paperId: string): Drafts {
  const key = `paperdawn.note.${userId}.${paperId}`
  return {
    read() {
      try {
        const kept = localStorage.getItem(key)
        return kept === null ? null : (JSON.parse(kept) as Draft)
      } catch {
        // Storage that cannot be read holds nothing for us; the server's note is still there.
        return null
      }
    },
    write(draft) {
      try {
        localStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // The editor still holds the text and keeps trying to save it.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Nothing was stored, so there is nothing to clear.
      }
    },
  }
}
