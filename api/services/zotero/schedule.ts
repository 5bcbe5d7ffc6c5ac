import { now } from '../../platform/clock.ts'
import { findLibrariesToVisit } from '../../store/readers/zoteroLibraries.ts'
import { hasListChanged } from '../../store/readers/zoteroLinks.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'

export interface SyncZoteroInput {
  user_id: string
}

export const syncKeyOf = (userId: string): string => `sync-zotero:${userId}`

/** Queues a reading of the library and a sending of what was saved. Returns whether it was queued. */
export const requestSync = (userId: string): Promise<boolean> =>
  requestJob({
    kind: 'sync-zotero',
    input: { user_id: userId } satisfies SyncZoteroInput,
    dedupe_key: syncKeyOf(userId),
    requested_by: userId,
  })

/** Queues the libraries that are due, and those whose readers have changed their lists. */
export async function requestZoteroSyncs({ zotero }: Pick<Product, 'zotero'>): Promise<void> {
  if (zotero === undefined) return
  const at = now()
  for (const library of await findLibrariesToVisit(at)) {
    const { _id, due_at, compared_at, failing_since } = library
    const isDue = due_at <= at
    if (isDue || (failing_since === null && (await hasListChanged(_id, compared_at ?? new Date(0)))))
      await requestSync(_id)
  }
}
