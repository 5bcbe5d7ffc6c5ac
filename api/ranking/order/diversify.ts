import type { DayVectors } from './dayVectors.ts'

/** Taken off a score, per cosine with the most similar card above. */
const PENALTY = 0.5
/** Cards are chosen among this many times as many. */
const POOL = 2
/** Only this many cards at the top are chosen so. */
const DIVERSE_MAX = 30

/**
 * Moves papers down that are similar to one above, among the first `length` rows of `sorted`: maximal marginal relevance
 * by J. Carbonell and J. Goldstein, SIGIR 1998, with λ = 2/3. Without vectors the order stays.
 */
export function diversify(
  sorted: Uint32Array,
  length: number,
  scores: Float64Array,
  positions: Uint32Array,
  vectors: DayVectors | null,
): Uint32Array {
  const shown = Math.min(length, DIVERSE_MAX, sorted.length)
  if (vectors === null || shown < 2) return sorted
  const rows = sorted.slice(0, Math.min(sorted.length, POOL * shown))
  const pool = rows.map((row) => positions[row]!)
  const similar = new Float32Array(rows.length)
  for (let top = 0; top + 1 < shown; top++) {
    const products = vectors.compareTo(pool[top]!, pool.subarray(top + 1))
    let best = top + 1
    let bestValue = -Infinity
    for (let at = top + 1; at < rows.length; at++) {
      similar[at] = Math.max(similar[at]!, products[at - top - 1]!)
      const value = scores[rows[at]!]! - PENALTY * similar[at]!
      if (value > bestValue) [best, bestValue] = [at, value]
    }
    moveUp(rows, best, top + 1)
    moveUp(pool, best, top + 1)
    moveUp(similar, best, top + 1)
  }
  const result = sorted.slice()
  result.set(rows)
  return result
}

/** Moves the element at `from` to `to`, before the ones in between. */
function moveUp(values: Uint32Array | Float32Array, from: number, to: number): void {
  const value = values[from]!
  values.copyWithin(to + 1, to, from)
  values[to] = value
}
