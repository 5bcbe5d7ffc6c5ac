import { useState } from 'react'

/**
 * Which reading list item an open note reads: that of the time of opening, or one that was made later by other means,
 * such as a draft that was sent after a sign-in. The first save of the note makes the item itself and must not reload it.
 */
export function useNoteItem(itemId: string | undefined) {
  const [openedId] = useState(itemId)
  const [isSavedHere, setSavedHere] = useState(false)
  return {
    readId: openedId ?? (isSavedHere ? null : (itemId ?? null)),
    /** Whether the paper was not on the list at the time of opening. */
    wasNew: openedId === undefined,
    onSaved: () => setSavedHere(true),
  }
}
