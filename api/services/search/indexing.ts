import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import type { IndexedPaper, SearchIndex } from '../../search/searchIndex.ts'
import { findRemovedAfter } from '../../store/papers/paperPruning.ts'
import { findNewestSeq, findPapersAfter, type SearchedFields } from '../../store/papers/papers.ts'
import type { Product } from '../product.ts'

/** In ms: a new paper must be searchable within a second. */
const POLL_MS = 250
const RETRY_MS = 2_000
/** Papers read and written into the index at once: fewer take more time each, more would stop the requests meanwhile. */
const BATCH = 500
/**
 * Sequence numbers are assigned before papers are written, so a lower number may become visible after a higher one.
 * Therefore the numbers of the last `OVERLAP_MS` are read again, and at the start the last `OVERLAP_AT_START` numbers.
 */
const OVERLAP_MS = 5_000
const OVERLAP_AT_START = 1_000

const problems = new WeakMap<SearchIndex, string>()

/** Why this process could not update the index the last time; null when it could, or when another process does. */
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
      if (await index.becomeWriter()) {
        reader ??= await createReader(index)
        await reader.readNew(signal)
      } else reader = undefined
      if (failing) log.info(await index.state(), 'the search index is updated again')
      failing = false
      problems.delete(index)
      pauseMs = POLL_MS
    } catch (error) {
      // Recovered: the index is stale for a while and continues where it stopped. `indexed_through` and the health show it.
      if (!failing) log.warn({ error }, 'the search index could not be updated')
      failing = true
      problems.set(index, error instanceof Error ? error.message : String(error))
    }
    // An abort ends the pause and then the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns when every paper that is stored now is indexed: by this process, or by the one that writes the index. */
export async function catchUp({ index }: Pick<Product, 'index'>): Promise<void> {
  const newest = await findNewestSeq()
  while (!(await index.becomeWriter())) {
    // The other process reads the papers again after its poll.
    if ((await index.state()).seq >= newest) return
    await sleep(POLL_MS)
  }
  const reader = await createReader(index)
  await reader.readNew()
}

interface PaperReader {
  /** Indexes every change since the last call. */
  readNew(signal?: AbortSignal): Promise<void>
}

async function createReader(index: SearchIndex): Promise<PaperReader> {
  // The last indexed paper is not stored: the index belongs to another database.
  const { seq } = await index.state()
  const isOther = seq > 0 && (await findPapersAfter(seq - 1, 1)).length === 0
  if (isOther) {
    log.warn({ seq }, 'the search index belongs to another database and is rebuilt')
    await index.reset()
  }
  let from = isOther ? 0 : Math.max(0, seq - OVERLAP_AT_START)
  let highest = from
  let removedUntil = from
  /** The highest number read so far, and the time of reading. */
  const readMarks: { seq: number; at: number }[] = []

  /** Must run after indexing, which may have added a paper that was removed meanwhile. */
  async function removeDeleted(): Promise<void> {
    for (;;) {
      const { ids, seq } = await findRemovedAfter(removedUntil, BATCH)
      if (seq === removedUntil) return
      if (ids.length > 0) await index.remove(ids)
      removedUntil = seq
    }
  }

  return {
    async readNew(signal) {
      // The index was damaged and recreated: start again from the first paper.
      if ((await index.state()).seq < highest) from = highest = 0
      let last = from
      for (;;) {
        const records = await findPapersAfter(last, BATCH)
        if (records.length > 0) await index.put(records.map(toIndexed))
        last = records.at(-1)?.seq ?? last
        if (records.length < BATCH) break
        if (signal?.aborted) return
      }
      await removeDeleted()
      await index.markCurrent(now())
      const at = performance.now()
      if (last > highest) readMarks.push({ seq: last, at })
      highest = Math.max(highest, last)
      while (readMarks[0] && at - readMarks[0].at > OVERLAP_MS) from = Math.max(from, readMarks.shift()?.seq ?? 0)
    },
  }
}

const toIndexed = (paper: SearchedFields): IndexedPaper => ({
  id: paper._id,
  seq: paper.seq,
  title: paper.title,
  abstract: paper.abstract,
  authors: paper.authors.map(({ name }) => name),
  categories: paper.categories,
  doi: paper.doi,
  dated_at: dateOf(paper),
})

/** When the paper was announced; for the announcement of a new version, when the paper was published. */
function dateOf({ announced_on, announce_type, published_at }: SearchedFields): string | null {
  const announced = announced_on === null ? null : `${announced_on}T00:00:00.000Z`
  const published = published_at?.toISOString() ?? null
  return announce_type?.startsWith('replace') ? (published ?? announced) : (announced ?? published)
}
