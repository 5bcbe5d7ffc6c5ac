import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../../platform/log.ts'
import type { SearchIndex } from '../../search/searchIndex.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import type { Product } from '../product.ts'
import { createReader, type PaperReader } from './paperReader.ts'

/** In ms: a new paper must be searchable within a second. */
const POLL_MS = 100
const RETRY_MS = 2_000

const problems = new WeakMap<SearchIndex, string>()

/** Why this process could not update the index the last two times; null when it could, or when another process does. */
export const findIndexProblem = (index: SearchIndex): string | null => problems.get(index) ?? null

/**
 * Applies changes of papers to the index until `signal` aborts, while this process is its writer: another process of this
 * machine may be, and when that ends, this one goes on. Never throws; retries while the database is down.
 */
export async function followPapers({ index }: Pick<Product, 'index'>, signal: AbortSignal): Promise<void> {
  let reader: PaperReader | undefined
  let failing = false
  while (!signal.aborted) {
    let pauseMs = RETRY_MS
    try {
      await inTurn(index, async () => {
        if (await index.becomeWriter()) {
          reader ??= await createReader(index)
          await reader.readNew(signal)
        } else reader = undefined
      })
      if (failing) log.info(await index.state(), 'the search index is updated again')
      failing = false
      problems.delete(index)
      pauseMs = POLL_MS
    } catch (error) {
      // Recovered: the index is stale for a while and continues where it stopped. `indexed_through` and the health show it.
      if (failing) problems.set(index, error instanceof Error ? error.message : String(error))
      else {
        log.warn({ error }, 'the search index could not be updated')
        // At once, and no problem yet: a rebuild that is given up fails, and the index before it can be updated.
        pauseMs = POLL_MS
      }
      failing = true
    }
    // An abort ends the pause and then the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns when every paper that is stored now is indexed: by this process, or by the one that writes the index. */
export async function catchUp({ index }: Pick<Product, 'index'>): Promise<void> {
  const newest = await findNewestSeq()
  const fill = async () => {
    if (!(await index.becomeWriter())) return false
    await (await createReader(index)).readNew()
    return true
  }
  while (!(await inTurn(index, fill))) {
    // The other process reads the papers again after its poll.
    const { seq, replaces } = await index.state()
    if (seq >= newest && !replaces) return
    await sleep(POLL_MS)
  }
}

/** The last turn of each index that this process fills. */
const turns = new WeakMap<SearchIndex, Promise<unknown>>()

/**
 * Runs `work` after what this process does with the index already. Otherwise papers that one caller has read would be
 * written into the empty index that another one has just begun, and the papers before them would be missing in it.
 */
function inTurn<Result>(index: SearchIndex, work: () => Promise<Result>): Promise<Result> {
  // The caller of that turn has its error.
  const before = turns.get(index)?.catch(() => undefined) ?? Promise.resolve()
  const turn = before.then(work)
  turns.set(index, turn)
  return turn
}
