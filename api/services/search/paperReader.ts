import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import type { IndexedPaper, IndexState, SearchIndex } from '../../search/searchIndex.ts'
import { INDEX_REBUILD, readCounter, RESTORED_SEQ } from '../../store/papers/counters.ts'
import { findRemovedAfter } from '../../store/papers/paperPruning.ts'
import {
  findPapersAfter,
  findPapersBySeq,
  findSeqsBetween,
  type SearchedFields,
} from '../../store/papers/searchedPapers.ts'

/**
 * Papers read and written into the index at once: fewer take more time each; more are found later, and the requests wait
 * while they are parsed.
 */
const BATCH = 250
/**
 * Sequence numbers are assigned before papers are written, so a lower number may become visible after a higher one.
 * Therefore numbers are looked for again until `OVERLAP_MS` after they were read first, and at the start the last
 * `OVERLAP_AT_START` numbers are read again.
 */
const OVERLAP_MS = 5_000
const OVERLAP_AT_START = 1_000
/** In ms: how often that happens while many papers are read. */
const LATE_PAUSE_MS = 1_000
/** In ms: how often it is looked whether an admin asked for a rebuild, and whether there is space for one. */
const REBUILD_PAUSE_MS = 500
const LACK_PAUSE_MS = 5_000
/** In ms: how often `indexed_through` is written while nothing changes. */
const MARK_PAUSE_MS = 500

export interface PaperReader {
  /** Indexes every change since the last call. */
  readNew(signal?: AbortSignal): Promise<void>
}

/** Creates a reader that continues after the papers that `index` has. Only for the writer of the index. */
export async function createReader(index: SearchIndex): Promise<PaperReader> {
  // The library is a restored one, or the last indexed paper is not stored: the index belongs to another library.
  const { seq, rebuild } = await index.state()
  const isOlder = seq < (await readCounter(RESTORED_SEQ))
  const isOther = seq > 0 && (isOlder || (await findPapersAfter(seq - 1, 1)).length === 0)
  if (isOther) {
    log.warn({ seq }, 'the search index belongs to another library and is rebuilt')
    await index.reset()
  }
  return new Reader(index, { from: isOther ? 0 : startAfter(seq), rebuild })
}

/** Where to begin with an index that has the papers up to the number `seq`. */
const startAfter = (seq: number): number => Math.max(0, seq - OVERLAP_AT_START)

class Reader implements PaperReader {
  readonly #index: SearchIndex
  /** The highest number that was read. */
  #highest: number
  /** No number up to this one becomes visible any more. */
  #complete: number
  /** The numbers above `#complete` that were read. */
  readonly #read = new Set<number>()
  /** The highest number at a time, for those of the last `OVERLAP_MS`. */
  readonly #marks: { seq: number; at: number }[] = []
  #lateReadAt = 0
  #markedAt = Number.NEGATIVE_INFINITY
  #rebuildReadFrom = Number.NEGATIVE_INFINITY
  #isChanged = false
  #removedUntil: number
  /** The number of the rebuild that the index was begun for when it was read last. */
  #rebuild: number

  constructor(index: SearchIndex, { from, rebuild }: { from: number; rebuild: number }) {
    this.#index = index
    this.#rebuild = rebuild
    this.#highest = this.#complete = this.#removedUntil = from
  }

  async readNew(signal?: AbortSignal): Promise<void> {
    const state = await this.#index.state()
    const begun = await this.#rebuildIfAsked(state)
    // It begins now, and is empty.
    if (begun !== state.rebuild) this.#startAgain(0)
    // The one before a rebuild that was given up, or one that another process has begun.
    else if (begun !== this.#rebuild) this.#startAgain(startAfter(state.seq))
    // It was damaged and recreated.
    else if (state.seq < this.#highest) this.#startAgain(0)
    this.#rebuild = begun
    await this.#readLate()
    let through = now()
    let removedUntil = this.#removedUntil
    let next = findPapersAfter(this.#highest, BATCH)
    for (;;) {
      const papers = await next
      const last = papers.at(-1)?.seq
      const isLast = papers.length < BATCH || last === undefined || signal?.aborted
      const read = { papers, at: performance.now() }
      if (!isLast) {
        // The database reads the next papers while the index writes these. If that fails, this loop throws the error.
        through = now()
        next = findPapersAfter(last, BATCH)
        next.catch(() => undefined)
      }
      await this.#put(read)
      if (signal?.aborted) return
      if (isLast) break
      if (performance.now() - this.#lateReadAt > LATE_PAUSE_MS) await this.#readLate()
      // Not only at the end: during a rebuild, searches use the index before.
      removedUntil = await this.#removeDeleted(removedUntil)
    }
    // Once more: a paper that was read before its deletion may have been put after it.
    this.#removedUntil = await this.#removeDeleted(this.#removedUntil)
    const at = performance.now()
    if (!this.#isChanged && at - this.#markedAt < MARK_PAUSE_MS) return
    await this.#index.markCurrent(through)
    this.#markedAt = at
    this.#isChanged = false
  }

  /**
   * Begins an empty index when an admin asked for it and this one was begun for another rebuild, and the disk has space for
   * it. Returns the number of the rebuild that the index was begun for.
   */
  async #rebuildIfAsked({ rebuild }: IndexState): Promise<number> {
    const at = performance.now()
    if (at < this.#rebuildReadFrom) return rebuild
    const asked = await readCounter(INDEX_REBUILD)
    this.#rebuildReadFrom = at + REBUILD_PAUSE_MS
    if (rebuild === asked) return rebuild
    if ((await this.#index.findLack()) !== null) {
      // The index is updated meanwhile; the health and the job say what the rebuild waits for.
      this.#rebuildReadFrom = at + LACK_PAUSE_MS
      return rebuild
    }
    log.info({ rebuild: asked }, 'the search index is built again')
    await this.#index.rebuild(asked)
    return asked
  }

  /** Reads the papers after the number `from` again: the index is another one. */
  #startAgain(from: number): void {
    this.#isChanged = true
    this.#highest = this.#complete = from
    this.#read.clear()
    this.#marks.length = 0
  }

  async #put({ papers, at }: { papers: readonly SearchedFields[]; at: number }): Promise<void> {
    if (papers.length === 0) return
    this.#isChanged = true
    await this.#index.put(papers.map(toIndexed))
    // Put first, so that the index has the number of every change. Readers find the paper that they were joined into.
    const joined = papers.flatMap(({ _id, joined_into }) => (joined_into === undefined ? [] : _id))
    if (joined.length > 0) await this.#index.remove(joined)
    for (const { seq } of papers) {
      this.#read.add(seq)
      this.#highest = Math.max(this.#highest, seq)
    }
    this.#marks.push({ seq: this.#highest, at })
  }

  /** Indexes the papers with numbers below the highest one that were not visible when that was read. */
  async #readLate(): Promise<void> {
    if (this.#complete === this.#highest) return
    const at = performance.now()
    this.#lateReadAt = at
    const found = await findSeqsBetween(this.#complete, this.#highest)
    const late = found.filter((seq) => !this.#read.has(seq))
    for (let first = 0; first < late.length; first += BATCH)
      await this.#put({ papers: await findPapersBySeq(late.slice(first, first + BATCH)), at })
    let complete = this.#complete
    while (this.#marks[0] && at - this.#marks[0].at > OVERLAP_MS) complete = this.#marks.shift()?.seq ?? complete
    if (complete === this.#complete) return
    this.#complete = complete
    for (const seq of this.#read) if (seq <= complete) this.#read.delete(seq)
  }

  /** Removes the papers that were deleted after the number `from`, and returns the last number. */
  async #removeDeleted(from: number): Promise<number> {
    for (let until = from; ;) {
      const { ids, seq } = await findRemovedAfter(until, BATCH)
      if (seq === until) return until
      this.#isChanged = true
      if (ids.length > 0) await this.#index.remove(ids)
      until = seq
    }
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
