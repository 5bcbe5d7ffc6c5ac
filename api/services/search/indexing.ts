import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import type { IndexedPaper, SearchIndex } from '../../search/searchIndex.ts'
import { findRemovedAfter } from '../../store/papers/paperPruning.ts'
import { findPapersAfter, type PaperRecord } from '../../store/papers/papers.ts'
import type { Product } from '../product.ts'

/** A fresh paper has to be findable within a second. */
const POLL_MS = 400
/** Under a flood of changes the reading takes at most a fifth of the time, so that questions are still answered. */
const REST_PER_WORK = 4
const RETRY_MS = 2_000
const BATCH = 500
/** Papers written into the index in one go; questions are answered in between. */
const SLICE = 50
/**
 * Numbers are taken before papers are written, so a lower one may appear after a higher one. What was read in the last
 * seconds is read again, and when starting the last so many.
 */
const OVERLAP_MS = 5_000
const OVERLAP_AT_START = 1_000

/** Keeps the index like the papers, until `signal` ends it. Never throws: while the database is away, it waits. */
export async function followPapers({ index }: Pick<Product, 'index'>, signal: AbortSignal): Promise<void> {
  let reader: Reader | undefined
  let failing = false
  while (!signal.aborted) {
    let pauseMs = RETRY_MS
    try {
      reader ??= await startReader(index)
      const started = performance.now()
      await reader.readNew(signal)
      if (failing) log.info({ seq: index.seq }, 'the search index follows the papers again')
      failing = false
      pauseMs = Math.max(POLL_MS, (performance.now() - started) * REST_PER_WORK)
    } catch (error) {
      // Recovered: the index is behind for a while, says so through indexed_through, and reads on from where it was.
      if (!failing) log.warn({ error }, 'the search index cannot follow the papers')
      failing = true
    }
    // An abort ends the pause, and with it the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Puts every paper that is stored now into the index. */
export async function catchUp({ index }: Pick<Product, 'index'>): Promise<void> {
  const reader = await startReader(index)
  await reader.readNew()
}

interface Reader {
  /** Reads to the newest paper. */
  readNew(signal?: AbortSignal): Promise<void>
}

async function startReader(index: SearchIndex): Promise<Reader> {
  // The paper last indexed is not there: this is the index of another library.
  if (index.seq > 0 && (await findPapersAfter(index.seq - 1, 1)).length === 0) {
    log.warn({ seq: index.seq }, 'the search index is of another library and is built again')
    index.reset()
  }
  let from = Math.max(0, index.seq - OVERLAP_AT_START)
  let highest = from
  let removedUntil = from
  /** Up to where was read, and when. */
  const marks: { seq: number; at: number }[] = []

  /** After the new ones: what was removed may have been put in just now. */
  async function dropRemoved(): Promise<void> {
    for (;;) {
      const { ids, seq } = await findRemovedAfter(removedUntil, BATCH)
      if (seq === removedUntil) return
      if (ids.length > 0) index.remove(ids)
      removedUntil = seq
    }
  }

  return {
    async readNew(signal) {
      // A damaged index was made anew.
      if (index.seq < highest) from = highest = 0
      let last = from
      for (;;) {
        const records = await findPapersAfter(last, BATCH)
        for (let at = 0; at < records.length; at += SLICE) {
          index.put(records.slice(at, at + SLICE).map(toIndexed))
          await Bun.sleep(0)
        }
        last = records.at(-1)?.seq ?? last
        if (records.length < BATCH) break
        if (signal?.aborted) return
      }
      await dropRemoved()
      index.markCurrent(now())
      const at = performance.now()
      if (last > highest) marks.push({ seq: last, at })
      highest = Math.max(highest, last)
      while (marks[0] && at - marks[0].at > OVERLAP_MS) from = Math.max(from, marks.shift()?.seq ?? 0)
    },
  }
}

const toIndexed = (paper: PaperRecord): IndexedPaper => ({
  id: paper._id,
  seq: paper.seq,
  title: paper.title,
  abstract: paper.abstract,
  authors: paper.authors.map(({ name }) => name),
  categories: paper.categories,
  doi: paper.doi,
  dated_at: dateOf(paper),
})

/** The day a paper was announced; for one that was only replaced then, when it came out. */
function dateOf({ announced_on, announce_type, published_at }: PaperRecord): string | null {
  const announced = announced_on === null ? null : `${announced_on}T00:00:00.000Z`
  const published = published_at?.toISOString() ?? null
  return announce_type?.startsWith('replace') ? (published ?? announced) : (announced ?? published)
}
