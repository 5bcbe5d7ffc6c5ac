import { useEffect } from 'react'
import { useSession } from '../../auth/useSession.ts'
import { useClient } from '../api.ts'
import { loadReadingList, type ReadingPageKey } from '../reading/readingListCalls.ts'
import type { ReadingFilter } from '../reads.ts'
import { writeCopy } from './copies.ts'

/** What the tabs of the reading list show first. */
const filters: readonly ReadingFilter[] = [
  { sort: 'added', status: 'to_read' },
  { sort: 'added', status: 'reading' },
  { sort: 'added', status: 'done' },
  { sort: 'added' },
]

/**
 * Keeps a copy of the reading list for a reader who opens it first without a connection, once the worker is ready and
 * the page has its content (`isShown`).
 */
export function useReadingListCopy(isShown: boolean): void {
  const client = useClient()
  const { state } = useSession()
  const email = state.status === 'signed-in' ? state.identity.email : undefined

  useEffect(() => {
    if (!isShown || email === undefined || !('serviceWorker' in navigator)) return
    let isEnded = false
    const keep = async () => {
      await navigator.serviceWorker.ready
      for (const filter of filters) {
        const key: ReadingPageKey = ['reading-list', filter, 0]
        if (isEnded || !navigator.onLine) return
        const list = await loadReadingList(client, key)
        if (!isEnded) await writeCopy(email, key, list)
      }
    }
    // The next page load tries again.
    void keep().catch(() => undefined)
    return () => {
      isEnded = true
    }
  }, [client, email, isShown])
}
