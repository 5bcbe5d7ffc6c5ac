import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { NOTE_MAX } from '#api/contract/limits.ts'
import { ApiError } from '../../shared/client.ts'
import { formatExcess } from '../../shared/format.ts'
import { inOrder, isTemporary, sendChanges } from '../offline/sendChanges.ts'
import { showConfirmed, showSummary } from '../offline/showConfirmed.ts'
import { hearTabs } from '../offline/tabNews.ts'
import { keepRefusedNote, useUnsentChanges } from '../offline/unsentChanges.ts'
import { useSender } from '../offline/useSender.ts'
import { leftDrafts, noteCalls, noteSaved, openNotes, sendNote } from './sendNote.ts'
import { hasUnstoredDrafts, localDrafts, unsentDrafts, type Draft } from './noteDrafts.ts'

/** Time between two attempts while the server is not reached. */
const AGAIN_MS = 15_000
const isSent = ({ paperId, draft }: { paperId: string; draft: Draft }) => !draft.refused && !openNotes.has(paperId)

/**
 * Sends what was written or marked without a connection, and the drafts that closed editors left on this device: at the
 * start, when the window gets the focus, when the connection is back, and when an editor was closed with unsaved text;
 * in one tab at a time. Shows what other tabs have sent. A draft that conflicts with the saved note is kept; the editor of
 * the note shows both. One that the server refuses is kept, too, and named in the banner. Warns before the page is closed
 * if the browser could not store a draft. Does nothing if `userId` is undefined.
 */
export function useUnsentWork(userId: string | undefined): void {
  const swr = useSWRConfig()
  const sender = useSender(userId ?? '')
  const { client, show } = sender
  const waiting = useUnsentChanges(userId ?? '').filter(({ refused }) => refused === undefined).length

  const { cache, mutate } = swr
  useEffect(() => {
    if (userId === undefined) return undefined
    return hearTabs(userId, (news) => {
      if ('summary' in news) showSummary({ cache, mutate }, news.summary)
      else showConfirmed({ cache, mutate }, news.confirmed, false)
    })
  }, [cache, mutate, userId])

  const send = async (user: string): Promise<null> => {
    if (!navigator.onLine) return null
    const failures: ApiError[] = []
    const keepFailure = (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      failures.push(error)
    }
    await sendChanges(sender).catch(keepFailure)
    for (const { paperId, draft } of unsentDrafts(user).filter(isSent)) {
      const excess = draft.text.length - NOTE_MAX
      if (excess > 0) {
        localDrafts(user, paperId).refuse(draft.text)
        keepRefusedNote(user, paperId, formatExcess(excess))
        continue
      }
      try {
        const item = await sendNote(noteCalls(client, paperId), draft.base ?? undefined, draft.text)
        show(noteSaved(paperId, item))
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
  const { mutate: sendNow } = useSWR(
    userId === undefined ? null : (['unsent-work', userId] as const),
    ([, user]) => inOrder('all', () => send(user)),
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
