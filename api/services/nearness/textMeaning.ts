import { createHash } from 'node:crypto'
import { log } from '../../platform/log.ts'
import type { Product } from '../product.ts'
import { embedText, type ReaderText } from './vectors.ts'

/** A paper is near in meaning to a text if the cosine of their vectors is at least this. */
export const COSINE_MIN = 0.3

/** The vector of a reader's text, compared with those of the papers. */
export interface Meaning {
  /** The ids of the `limit` nearest papers, nearest first, with their cosines; of `among` if given. */
  findNearest: (limit: number, among?: readonly string[]) => { id: string; cosine: number }[]
}

/** In ms. A request does not wait longer for the vector of its text, which is kept for the next time. */
const LIMIT_MS = 250
/** In ms. After this the text is given up. */
const GIVEN_UP_MS = 10_000
/** Texts whose vectors are kept: the pages of one search, and its filters, ask the same. */
const KEPT = 200

type Vector = Awaited<ReturnType<typeof embedText>>
/** By a hash of the text: what readers write is not kept. */
const kept = new Map<string, Promise<Vector>>()

/** "late": it is not ready in time, and the same text may be asked for again in a moment. */
export type ReadMeaning = Meaning | 'late' | null

/**
 * Returns the meaning of a text within 250 ms, "late" when it takes longer; null while the embedding is off or fails, and
 * while no paper has a vector of its model.
 */
export function readMeaning(product: Pick<Product, 'embedding' | 'nearest'>, text: ReaderText): Promise<ReadMeaning> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), LIMIT_MS)
  const read = compare(product, text).catch((error: unknown) => {
    // Recovered: the answer is by words. The health check shows the last problem of the embedding.
    log.debug({ error }, 'the text of a reader was not encoded')
    return null
  })
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

/** Starts the model and reads the vectors, in the background: a reader begins to search. */
export function prepareMeaning({ embedding, nearest }: Pick<Product, 'embedding' | 'nearest'>): void {
  const state = embedding.current()
  if (state.state !== 'ready') return
  state.provider.prepare()
  nearest.readRows(state.provider.id, state.provider.dimensions).catch((error: unknown) => {
    // Recovered: the question that follows tries again.
    log.debug({ error }, 'the vectors of the papers were not read')
  })
}

async function compare(product: Pick<Product, 'embedding' | 'nearest'>, text: ReaderText): Promise<Meaning | null> {
  const asked = await readVector(product, text)
  const rows = asked && (await product.nearest.readRows(asked.model, asked.vector.length))
  return asked && rows && { findNearest: (limit, among) => rows.findNearest(asked.vector, limit, among) }
}

function readVector(product: Pick<Product, 'embedding'>, text: ReaderText): Promise<Vector> {
  const state = product.embedding.current()
  if (state.state !== 'ready') return Promise.resolve(null)
  const key = createHash('sha256').update(`${state.provider.id} ${text.kind} ${text.text}`).digest('base64')
  const vector = kept.get(key) ?? embedText(product, text, AbortSignal.timeout(GIVEN_UP_MS))
  // Moved to the end: the first one is the one that was not asked for the longest time.
  kept.delete(key)
  kept.set(key, vector)
  const forget = () => kept.delete(key)
  // Null when the embedding was switched off meanwhile.
  vector.then((known) => known === null && forget(), forget)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return vector
}
