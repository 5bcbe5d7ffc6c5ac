import { now } from '../../platform/clock.ts'
import { raiseCounter, readCounter } from '../../store/papers/counters.ts'
import { findDueLibraries, findUncompared } from '../../store/readers/zoteroLibraries.ts'
import { findChangedLists } from '../../store/readers/zoteroLinks.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'

export interface SyncZoteroInput {
  user_id: string
}

/** How often a library is read, unless its reader asks for it. */
export const INTERVAL_MS = 3_600_000
/** The time, in ms, up to which changes of lists were found. */
const FOUND_UNTIL = 'zotero.lists'
/** Changes are looked for so much further back: clocks of hosts differ, and a write can take a while. */
const OVERLAP_MS = 600_000

export const syncKeyOf = (userId: string): string => `sync-zotero:${userId}`

/** Queues a reading of the library and a sending of what was saved. Returns whether it was queued. */
export const requestSync = (userId: string): Promise<boolean> =>
  requestJob({
    kind: 'sync-zotero',
    input: { user_id: userId } satisfies SyncZoteroInput,
    dedupe_key: syncKeyOf(userId),
    requested_by: userId,
  })

/**
 * Queues the libraries that are due, and those whose readers have changed their lists since the last call. What it reads
 * grows with these, and not with the number of libraries. A change has its time in the same write, and how far they were
 * read is stored after the jobs, so none is missed when the process is killed.
 */
export async function requestZoteroSyncs({ zotero }: Pick<Product, 'zotero'>): Promise<void> {
  if (zotero === undefined) return
  const at = now()
  const until = Math.min(await readCounter(FOUND_UNTIL), at.getTime())
  // All libraries that were not visited for the interval are due.
  const since = new Date(Math.max(until - OVERLAP_MS, at.getTime() - INTERVAL_MS - OVERLAP_MS))
  const changed = await findUncompared(await findChangedLists(since))
  for (const userId of new Set([...(await findDueLibraries(at)), ...changed])) await requestSync(userId)
  await raiseCounter(FOUND_UNTIL, at.getTime())
}
