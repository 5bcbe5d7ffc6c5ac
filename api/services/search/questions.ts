import { log } from '../../platform/log.ts'
import { embedQuestion } from '../embedding/vectors.ts'
import type { Product } from '../product.ts'
import type { Meaning } from './meaning.ts'

/** In ms. A search does not wait longer for the vector of its question, which is kept for the next time. */
const LIMIT_MS = 250
/** In ms. After this the question is given up. */
const GIVEN_UP_MS = 10_000
/** Questions whose vectors are kept: the pages of one search, and its filters, ask the same. */
const KEPT = 200

type Vector = Awaited<ReturnType<typeof embedQuestion>>
const kept = new Map<string, Promise<Vector>>()

/**
 * Returns the meaning of a question within 250 ms; null when it takes longer, while the embedding is off, and while no
 * paper has a vector of its model.
 */
export function readMeaning(
  product: Pick<Product, 'embedding' | 'nearest'>,
  question: string,
): Promise<Meaning | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), LIMIT_MS)
  const read = compare(product, question).catch((error: unknown) => {
    // Recovered: the answer is by words. The health check shows the last problem of the embedding.
    log.debug({ error }, 'a question was not encoded')
    return null
  })
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

async function compare(product: Pick<Product, 'embedding' | 'nearest'>, question: string): Promise<Meaning | null> {
  const asked = await readVector(product, question)
  const rows = asked && (await product.nearest.readRows(asked.model, asked.vector.length))
  return asked && rows && { findNearest: (limit, among) => rows.findNearest(asked.vector, limit, among) }
}

function readVector(product: Pick<Product, 'embedding'>, question: string): Promise<Vector> {
  const state = product.embedding.current()
  if (state.state !== 'ready') return Promise.resolve(null)
  const key = `${state.provider.id} ${question}`
  const vector = kept.get(key) ?? embedQuestion(product, question, AbortSignal.timeout(GIVEN_UP_MS))
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
