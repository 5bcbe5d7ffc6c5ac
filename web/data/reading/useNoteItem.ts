import { useState } from 'react'

/**
 * Which reading list item an open note reads: that of the time of opening, or one that was made later, by the first save of
 * the note or by other means. What the server confirms is in the cache, so that it is not loaded again.
 */
export function useNoteItem(itemId: string | undefined) {
  const [openedId] = useState(itemId)
  return {
    readId: openedId ?? itemId ?? null,
    /** Whether the paper was not on the list at the time of opening. */
    wasNew: openedId === undefined,
  }
}
