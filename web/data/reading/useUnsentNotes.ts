import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { noteCalls, openNotes } from './noteCalls.ts'
import { hasUnstoredDrafts, localDrafts, unsentDrafts } from './noteDrafts.ts'
import { sendNote } from './sendNote.ts'

const refreshed = ['reading-item', 'reading-list', 'dashboard', 'stats']

/**
 * Saves the drafts that closed editors left on this device: at the start, when the window gets the focus, and when the
 * connection is back. A draft that conflicts with the saved note is kept; the editor of the note shows both. Warns
 * before the page is closed if the browser could not store a draft. Does nothing if `userId` is undefined.
 */
export function useUnsentNotes(userId: string | undefined): void {
  const client = useClient()
  const { mutate } = useSWRConfig()

  const send = async ([, user]: readonly [string, string]): Promise<null> => {
    const failures: ApiError[] = []
    let sent = 0
    for (const { paperId, draft } of unsentDrafts(user).filter((each) => !openNotes.has(each.paperId))) {
      try {
        await sendNote(noteCalls(client, paperId), draft.base ?? undefined, draft.text)
        localDrafts(user, paperId).clear(draft.text)
        sent += 1
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'conflict') failures.push(error)
      }
    }
    if (sent > 0) void mutate((key) => refreshed.some((resource) => String(key).includes(resource)))
    // The caller repeats the call after a failure of the network or the server.
    if (failures[0]) throw failures[0]
    return null
  }
  useSWR(userId === undefined ? null : (['unsent-notes', userId] as const), send, { dedupingInterval: 0 })

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => hasUnstoredDrafts() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
