import { setImmediate as nextTurn } from 'node:timers/promises'
import { log } from '../../platform/log.ts'
import { createVectorRows, type VectorRows } from '../../ranking/ranker.ts'
import { findMean, iterateNewestVectors, iterateVectorsSince } from '../../store/papers/vectors.ts'

/**
 * The newest papers that are compared with a question: about 40 MB with 384 dimensions in each process that searches,
 * and 2 to 4 ms of CPU a question. Older papers are found by words.
 */
const WINDOW = 100_000
/** Rows that are left free for papers encoded later; when they are used up, the newest papers are read again. */
const SPARE = 10_000
const PAGE = 200
/** How often new vectors are looked for, in ms, while questions are asked. */
const AGAIN_MS = 2_000
/** Vectors become visible later than their time of storing, by at most this many ms. */
const OVERLAP_MS = 10_000

interface Window {
  model: string
  /** Number of vectors that the mean was computed of; undefined without a mean. */
  meanOf: number | undefined
  rows: VectorRows
  /** The last time of storing that was read. */
  readUntil: Date
}

/** The vectors of the newest 100,000 papers, in the memory of one product. They are read when they are first needed. */
export class NearestPapers {
  #window: Window | null = null
  #refreshing: Promise<Window> | null = null
  #refreshedAt = Number.NEGATIVE_INFINITY

  /**
   * The vectors of `model`, centred as `embedText` centres those of questions; null while no paper has one. The first
   * call reads them, which takes some seconds for 100,000; later calls read what is new in the background.
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
    const isUsable = current?.model === model && current.meanOf === mean?.vectors && current.rows.size < WINDOW
    const next: Window = isUsable
      ? current
      : {
          model,
          meanOf: mean?.vectors,
          rows: createVectorRows(mean?.mean ?? new Float32Array(dimensions), WINDOW),
          readUntil: new Date(0),
        }
    const pages = isUsable
      ? iterateVectorsSince(model, new Date(next.readUntil.getTime() - OVERLAP_MS), PAGE)
      : iterateNewestVectors(model, WINDOW - SPARE, PAGE)
    for await (const page of pages) {
      for (const { id, vector, saved_at } of page) {
        next.rows.put(id, vector)
        if (saved_at > next.readUntil) next.readUntil = saved_at
      }
      await nextTurn()
    }
    this.#window = next
    return next
  }
}
