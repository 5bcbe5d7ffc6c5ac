import { totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { log } from '../../platform/log.ts'
import { createVectorRows, type VectorRows } from '../../ranking/ranker.ts'
import { findMean, iterateNewestVectors, iterateVectorsSince } from '../../store/papers/vectors.ts'

/** Papers that are compared with a question at most: a million take about 40 ms of CPU. */
const PAPERS_MAX = 1_000_000
/** Share of the memory that the vectors may take, in each process that searches. */
const MEMORY_SHARE = 0.05
/** Of a paper, beside a byte for each dimension: its id twice, and its place. */
const BYTES_BESIDE = 270
/** Share of the rows that is left free for papers encoded later; when it is used up, the newest papers are read again. */
const SPARE = 0.1
const PAGE = 200
/** How often new vectors are looked for, in ms, while questions are asked. */
const AGAIN_MS = 2_000
/** Vectors become visible later than their time of storing, by at most this many ms. */
const OVERLAP_MS = 10_000

/** So many papers fit: 800,000 with 384 dimensions on a machine with 10 GB. */
const capacityOf = (dimensions: number): number =>
  Math.min(PAPERS_MAX, Math.floor((MEMORY_SHARE * memoryBytes()) / (dimensions + BYTES_BESIDE)))

/** The limit of the container, else the memory of the machine. */
const memoryBytes = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

interface Options {
  /** How many papers may be compared with vectors of these dimensions. */
  capacityOf?: (dimensions: number) => number
}

interface Window {
  model: string
  capacity: number
  /** Number of vectors that the mean was computed of; undefined without a mean. */
  meanOf: number | undefined
  rows: VectorRows
  /** False while the papers are read for the first time. */
  isRead: boolean
  /** The oldest paper in the rows when older ones did not fit. */
  oldestId: string | null
  /** The last time of storing that was read. */
  readUntil: Date
}

/**
 * The vectors of the papers, in the memory of one product: of all papers while they fit, else of the newest. They are read
 * when they are first needed.
 */
export class NearestPapers {
  readonly #capacityOf: (dimensions: number) => number
  #window: Window | null = null
  #refreshing: Promise<Window> | null = null
  #refreshedAt = Number.NEGATIVE_INFINITY

  constructor(options: Options = {}) {
    this.#capacityOf = options.capacityOf ?? capacityOf
  }

  /** The oldest paper that is compared, if older ones are not; null while every encoded paper is. */
  get oldestId(): string | null {
    return this.#window?.oldestId ?? null
  }

  /**
   * The vectors of `model`, centred as `embedText` centres those of questions; null while no paper has one. The first
   * call reads them, which takes some seconds for 100,000, the newest first, which the next calls get meanwhile; later
   * calls read what is new in the background.
   */
  readRows(model: string, dimensions: number): Promise<VectorRows | null> {
    const current = this.#window?.model === model && this.#window.rows.size > 0 ? this.#window : null
    if (current !== null && performance.now() - this.#refreshedAt < AGAIN_MS) return Promise.resolve(current.rows)
    this.#refreshing ??= this.#refresh(model, dimensions).finally(() => {
      this.#refreshing = null
      this.#refreshedAt = performance.now()
    })
    if (current === null) return this.#refreshing.then(({ rows }) => (rows.size === 0 ? null : rows))
    // Recovered: the papers encoded since the last time are missing for a while.
    this.#refreshing.catch((error: unknown) => log.warn({ error }, 'new vectors could not be read'))
    return Promise.resolve(current.rows)
  }

  async #refresh(model: string, dimensions: number): Promise<Window> {
    const mean = await findMean(model)
    const current = this.#window
    const isUsable =
      current?.model === model &&
      current.isRead &&
      current.meanOf === mean?.vectors &&
      current.rows.size < current.capacity
    const capacity = this.#capacityOf(dimensions)
    const limit = Math.floor(capacity * (1 - SPARE))
    const next: Window = isUsable
      ? current
      : {
          model,
          capacity,
          meanOf: mean?.vectors,
          rows: createVectorRows(mean?.mean ?? new Float32Array(dimensions), capacity),
          isRead: false,
          oldestId: null,
          readUntil: new Date(0),
        }
    const pages = isUsable
      ? iterateVectorsSince(model, new Date(next.readUntil.getTime() - OVERLAP_MS), PAGE)
      : iterateNewestVectors(model, limit, PAGE)
    for await (const page of pages) {
      for (const { id, vector, saved_at } of page) {
        next.rows.put(id, vector)
        if (saved_at > next.readUntil) next.readUntil = saved_at
      }
      // Rather some of the vectors than none, or than those of a model that is no longer asked.
      if (this.#window?.model !== model) this.#window = next
      if (!isUsable && next.rows.size >= limit) next.oldestId = page.at(-1)?.id ?? null
      await nextTurn()
    }
    next.isRead = true
    this.#window = next
    return next
  }
}
