import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { changeLibrary, findLibrary, type ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import { hasListChanged } from '../../store/readers/zoteroLinks.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { accessTo, requireZotero } from './access.ts'
import { compareLinked } from './compare.ts'
import { lookUpWaiting } from './lookUps.ts'
import { planSaved } from './plan.ts'
import { readGroups } from './readGroups.ts'
import { readLibrary, type Reading } from './readZoteroLibrary.ts'
import { forgetItems } from './removals.ts'
import { INTERVAL_MS, type SyncZoteroInput } from './syncSchedule.ts'
import { sendPlanned } from './send.ts'

/** Soon after a failure of writes alone the library is read without them. */
const SOON_MS = 60_000

/**
 * Reads what changed in the reader's library, and sends what was saved, as the reader has chosen. Ends without anything
 * when the library was disconnected, and forgets what it stored meanwhile. Safe to repeat. Throws "source-unavailable".
 */
export async function syncZotero(
  product: Pick<Product, 'zotero' | 'secrets' | 'index' | 'sources'>,
  { user_id }: SyncZoteroInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const library = await findLibrary(user_id)
  if (library === null) {
    // An attempt that was killed may have stored items after the disconnection.
    await forgetItems(user_id)
    return undefined
  }
  if (library.needs_key) return undefined
  const startedAt = now()
  try {
    const { sentence, failure } = await sync(product, library, run)
    // While it ran, no other job could be queued for what was changed meanwhile.
    const isOutdated = failure === null && library.push_to !== null && (await hasListChanged(user_id, startedAt))
    const at = now()
    await changeLibrary(library, {
      last: { at, outcome: failure === null ? 'done' : 'failed', sentence: failure ?? sentence },
      failing_since: failure === null ? null : (library.failing_since ?? at),
      due_at: isOutdated ? at : new Date(at.getTime() + INTERVAL_MS),
      compared_at: startedAt,
    })
    return failure === null ? undefined : { partial: failure }
  } catch (error) {
    const current = await findLibrary(user_id)
    // Before anything else: the job may have stored items after the disconnection.
    if (current === null) await forgetItems(user_id)
    run.signal.throwIfAborted()
    // Recovered: the new settings are followed by a job of their own, and without a connection there is nothing to do.
    if (current?.connection_id !== library.connection_id) return undefined
    return recordFailure(product, library, error, run)
  }
}

async function sync(
  product: Pick<Product, 'zotero' | 'secrets' | 'index' | 'sources'>,
  library: ZoteroLibrary,
  run: JobContext,
): Promise<{ sentence: string; failure: string | null }> {
  const reading: Reading = {
    product,
    zotero: requireZotero(product),
    access: accessTo(product, library, run.signal),
    library,
    run,
    async checkConnection() {
      const current = await findLibrary(library._id)
      if (current?.connection_id !== library.connection_id)
        throw new AppError('conflict', 'The connection to Zotero was changed or has ended.')
    },
  }
  const read = (await readLibrary(reading)) + (await readGroups(reading))
  const waiting = await lookUpWaiting(reading)
  if (read > 0) await markTasteChanged(library._id)
  const { sent, failure } = await push(reading)
  const parts = [
    ...(read > 0 ? [`${read} ${read === 1 ? 'item' : 'items'} read from Zotero`] : []),
    ...(sent > 0 ? [`${sent} ${sent === 1 ? 'paper' : 'papers'} sent to Zotero`] : []),
  ]
  return {
    sentence: parts.length === 0 ? 'Nothing new in Zotero.' : `${parts.join(', ')}.`,
    failure: failure ?? (waiting && `Some papers wait to be looked up: ${waiting}`),
  }
}

async function push(reading: Reading): Promise<{ sent: number; failure: string | null }> {
  const { push_to, push_ended, can_write } = reading.library
  if (push_to === null) return { sent: 0, failure: null }
  if (push_ended)
    return { sent: 0, failure: `The collection “${push_to.name}” was deleted in Zotero. Choose another one.` }
  if (!can_write) return { sent: 0, failure: 'The key may not write: no paper is sent. Enter one that may.' }
  await planSaved(reading)
  const result = await sendPlanned(reading)
  await compareLinked(reading)
  return result
}

/** Stores why it failed. A refused key ends the attempts until there is a new one; an outage is tried again. */
async function recordFailure(
  product: Pick<Product, 'zotero' | 'secrets'>,
  library: ZoteroLibrary,
  error: unknown,
  run: JobContext,
): Promise<PartialResult> {
  if (!(error instanceof AppError) || (error.code !== 'forbidden' && error.code !== 'source-unavailable')) throw error
  const at = now()
  const failing = { failing_since: library.failing_since ?? at, due_at: new Date(at.getTime() + INTERVAL_MS) }
  const failed = (sentence: string) => ({ ...failing, last: { at, outcome: 'failed' as const, sentence } })
  if (error.code === 'source-unavailable') {
    await changeLibrary(library, failed(error.message))
    throw error
  }
  const sentence = await describeRefusal(product, library, run)
  if (sentence === null) {
    const waitMs = library.can_write ? SOON_MS : INTERVAL_MS
    await changeLibrary(library, {
      ...failed(error.message),
      due_at: new Date(at.getTime() + waitMs),
      can_write: false,
    })
    return { partial: error.message }
  }
  await changeLibrary(library, { ...failed(sentence), needs_key: true })
  return { partial: sentence }
}

/** What the key is refused for; null when it may still read, and only not write. Throws "source-unavailable". */
async function describeRefusal(
  product: Pick<Product, 'zotero' | 'secrets'>,
  library: ZoteroLibrary,
  { signal }: JobContext,
): Promise<string | null> {
  try {
    const { key } = accessTo(product, library, signal)
    const { canRead } = await requireZotero(product).readKey(key, { signal })
    return canRead ? null : 'The key may no longer read the library. Enter a new one.'
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden')
      return 'Zotero no longer accepts the key. Enter a new one.'
    throw error
  }
}
