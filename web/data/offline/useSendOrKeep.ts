import { ApiError, isUnreachable } from '../../shared/client.ts'
import { useUser } from '../../shared/useUser.ts'
import {
  isWaiting,
  keepChange,
  useUnsentChanges,
  withUnsent,
  withUnsentItem,
  type Change,
  type UnsentChange,
} from './unsentChanges.ts'
import { withUnsentCounts } from './unsentCounts.ts'
import type { CardState } from '#api/contract/papers.ts'
import type { Item, ReadingCounts } from '#api/contract/readingList.ts'

/** The result of a call that was not made, because the change waits for the connection. */
export const KEPT = Symbol('kept')
const NOT_KEPT = 'You are offline, and this browser keeps no changes.'
/** What is announced then. */
export const WAITS = 'Waits for the connection'

/** Changes of papers that also work without a connection: they wait on this device and are sent in their order. */
export function useSendOrKeep() {
  const { id: userId } = useUser()
  const unsent = useUnsentChanges(userId)
  return {
    /**
     * Calls the server. Without a connection, keeps the change and returns `KEPT`; also while an earlier change of the
     * same kind waits, which a newer one must not overtake, and when the session has ended. Throws ApiError if the server
     * refuses, or the browser does not keep it.
     */
    sendOrKeep: async <Data>(change: Change, call: () => Promise<Data>): Promise<Data | typeof KEPT> => {
      const keep = (): typeof KEPT => {
        try {
          keepChange(userId, change)
        } catch (cause) {
          throw new ApiError({ code: 'unreachable', message: NOT_KEPT }, 0, { cause })
        }
        return KEPT
      }
      if (!navigator.onLine || isWaiting(userId, change)) return keep()
      try {
        return await call()
      } catch (error) {
        // After the next sign-in of the same user, it is sent.
        if (isUnreachable(error) || (error instanceof ApiError && error.status === 401)) return keep()
        throw error
      }
    },
    /** Keeps a change that nobody misses if the browser does not keep it. */
    keepIfPossible: (change: Change) => {
      try {
        keepChange(userId, change)
      } catch {
        // Full or forbidden storage.
      }
    },
    /** Whether a change of the same paper and kind waits. */
    isWaiting: (change: Change) => isWaiting(userId, change),
    /** Whether a change of this paper that the reader made waits. */
    isQueued: (paperId: string) => unsent.some((change) => change.paperId === paperId && isMade(change)),
    /** The card with the changes that wait. */
    withUnsent: <Shown extends { paper: { id: string }; state: Partial<CardState> }>(card: Shown) =>
      withUnsent(card, unsent),
    withUnsentItem: (item: Item) => withUnsentItem(item, unsent),
    withUnsentCounts: (counts: ReadingCounts, items: readonly Item[]) => withUnsentCounts(counts, items, unsent),
  }
}

/** That a card was seen is no change that the reader made. */
export const isMade = ({ what, refused }: UnsentChange): boolean => what !== 'seen' && refused === undefined
