import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { FoundBy } from '#api/contract/limits.ts'
import type { Item } from '#api/contract/readingList.ts'
import { useClient } from '../api.ts'
import { dropRefusedNote } from '../offline/unsentChanges.ts'
import { useSender } from '../offline/useSender.ts'
import { localDrafts } from './noteDrafts.ts'
import { createNoteSaver } from './noteSaver.ts'
import { leftDrafts, noteCalls, noteSaved, openNotes } from './sendNote.ts'

interface Options {
  userId: string
  paperId: string
  /** The paper's reading list item, if it is on the list. */
  item: Item | undefined
  /** How the user found a paper that its note saves. */
  foundBy?: FoundBy
}

/**
 * A note with autosave. The calling component needs the paper's id as its `key`: the hook keeps the same note for its
 * whole life.
 */
export function useNote({ userId, paperId, item, foundBy }: Options) {
  const client = useClient()
  const { show } = useSender(userId)
  const [saver] = useState(() =>
    createNoteSaver({ item, drafts: localDrafts(userId, paperId), calls: noteCalls(client, paperId, foundBy) }),
  )
  const notifySaved = useEffectEvent((saved: Item) => show(noteSaved(paperId, saved)))
  const state = useSyncExternalStore(saver.subscribe, saver.state)

  useEffect(() => saver.acceptServerItem(item), [saver, item])
  useEffect(() => {
    openNotes.add(paperId)
    dropRefusedNote(userId, paperId)
    saver.start(notifySaved)
    const save = () => void saver.saveNow()
    const saveWhenHidden = () => document.hidden && save()
    const warn = (event: BeforeUnloadEvent) => saver.isDirty() && event.preventDefault()
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', warn)
      openNotes.delete(paperId)
      // A draft that could not be saved now waits with the other changes. The banner names it if the server refuses it.
      void saver.stop().then(() => saver.isDirty() && leftDrafts.dispatchEvent(new Event('left')))
    }
  }, [saver, userId, paperId])

  return {
    ...state,
    type: saver.type,
    saveNow: () => void saver.saveNow(),
    resolve: saver.resolve,
    undoClear: saver.undoClear,
  }
}

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
