import { useEffect, useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { NOTE_MAX } from '#api/contract/limits.ts'
import { ApiError } from '../../shared/client.ts'
import { formatExcess } from '../../shared/format.ts'
import { useClient } from '../api.ts'
import { inOneTab, isTemporary, sendChanges } from '../offline/sendChanges.ts'
import { keepRefusedNote, useUnsentChanges } from '../offline/unsentChanges.ts'
import { leftDrafts, noteCalls, openNotes } from './noteCalls.ts'
import { hasUnstoredDrafts, localDrafts, unsentDrafts, type Draft } from './noteDrafts.ts'
import { sendNote } from './sendNote.ts'

/** Time between two attempts while the server is not reached. */
const AGAIN_MS = 15_000
const refreshed = new Set(['reading-item', 'reading-list', 'dashboard', 'stats', 'search', 'paper'])
const isRefreshed = (key: unknown) => Array.isArray(key) && refreshed.has(String(key[0]))
const isSent = ({ paperId, draft }: { paperId: string; draft: Draft }) => !draft.refused && !openNotes.has(paperId)

/**
 * Sends what was written or marked without a connection, and the drafts that closed editors left on this device: at the
 * start, when the window gets the focus, when the connection is back, and when an editor was closed with unsaved text;
 * in one tab at a time. A draft that conflicts with the saved note is kept; the editor of the note shows both. One that
 * the server refuses is kept, too, and named in the banner. Warns before the page is closed if the browser could not
 * store a draft. Does nothing if `userId` is undefined.
 */
export function useUnsentWork(userId: string | undefined): void {
  const client = useClient()
  const { mutate } = useSWRConfig()

  const waiting = useUnsentChanges(userId ?? '').filter(({ refused }) => refused === undefined).length
  const waitingBefore = useRef(waiting)
  useEffect(() => {
    // This tab or another one has sent them, or the reader has taken them back.
    if (waiting < waitingBefore.current) void mutate(isRefreshed)
    waitingBefore.current = waiting
  }, [waiting, mutate])

  const send = async (user: string): Promise<null> => {
    if (!navigator.onLine) return null
    const failures: ApiError[] = []
    const keepFailure = (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      failures.push(error)
    }
    await sendChanges(client, user).catch(keepFailure)
    for (const { paperId, draft } of unsentDrafts(user).filter(isSent)) {
      const excess = draft.text.length - NOTE_MAX
      if (excess > 0) {
        localDrafts(user, paperId).refuse(draft.text)
        keepRefusedNote(user, paperId, formatExcess(excess))
        continue
      }
      try {
        await sendNote(noteCalls(client, paperId), draft.base ?? undefined, draft.text)
        localDrafts(user, paperId).clear(draft.text)
      } catch (error) {
        if (!(error instanceof ApiError) || isTemporary(error)) keepFailure(error)
        else if (error.code !== 'conflict') {
          localDrafts(user, paperId).refuse(draft.text)
          keepRefusedNote(user, paperId, error.message)
        }
      }
    }
    // The caller repeats the call after a failure of the network or the server.
    if (failures[0]) throw failures[0]
    return null
  }
  const sendInOneTab = async (user: string): Promise<null> => {
    const drafts = unsentDrafts(user).length
    try {
      return await inOneTab(() => send(user))
    } finally {
      // This tab or another one, for which this one waited, has sent notes.
      if (unsentDrafts(user).length < drafts) void mutate(isRefreshed)
    }
  }
  const { mutate: sendNow } = useSWR(
    userId === undefined ? null : (['unsent-work', userId] as const),
    ([, user]) => sendInOneTab(user),
    { dedupingInterval: 0, refreshInterval: waiting > 0 ? AGAIN_MS : 0 },
  )
  useEffect(() => {
    const listen = () => void sendNow()
    leftDrafts.addEventListener('left', listen)
    return () => leftDrafts.removeEventListener('left', listen)
  }, [sendNow])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => hasUnstoredDrafts() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
