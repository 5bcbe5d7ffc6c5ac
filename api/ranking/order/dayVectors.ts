import { quantise, type QuantisedVectors } from '../features/quantised.ts'
import { openDotKernel, QUERIES } from './dotKernel.ts'

/** The vectors of a day's papers in one space, in a memory of their own. */
export interface DayVectors {
  /** Whether the paper at a position has a vector. */
  known: Uint8Array
  /**
   * Returns the inner products of each of `queries` with the papers at `positions`, in their order, one query after the
   * other; 0 for a paper without vector.
   */
  compare: (queries: QuantisedVectors, positions: Uint32Array) => Float32Array
  /** The same for the paper at `position` as the only query. The array is overwritten by the next call. */
  compareTo: (position: number, positions: Uint32Array) => Float32Array
}

const BLOCK_BYTES = 16
const PAGE_BYTES = 65_536

/** Prepares the vectors of a day; null for a paper that has none in `space`. All have the same number of dimensions. */
export function indexVectors(vectors: readonly (Float32Array | null)[]): DayVectors {
  const dimensions = vectors.find((vector) => vector !== null)?.length ?? 0
  const blocks = Math.max(1, Math.ceil(dimensions / BLOCK_BYTES))
  const rowBytes = blocks * BLOCK_BYTES
  const base = 2 * QUERIES * rowBytes
  const rowsAt = base + vectors.length * rowBytes
  const outAt = rowsAt + 4 * vectors.length
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + 4 * QUERIES * vectors.length) / PAGE_BYTES) })
  const { dot, dotAll } = openDotKernel(memory)
  const bytes = new Int8Array(memory.buffer)
  /** As `dotAll` takes them. */
  const four = new Int16Array(memory.buffer, 0, QUERIES * blocks * BLOCK_BYTES)
  const rows = new Uint32Array(memory.buffer, rowsAt, vectors.length)
  const out = new Int32Array(memory.buffer, outAt, QUERIES * vectors.length)
  const products = new Float32Array(vectors.length)
  const empty = new Float32Array(dimensions)
  const { values, scales } = quantise(vectors.map((vector) => vector ?? empty))
  for (let row = 0; row < vectors.length; row++)
    bytes.set(values.subarray(row * dimensions, (row + 1) * dimensions), base + rowBytes * row)

  /** Writes the queries from `first` on to `four`; zeros after the last. */
  const writeQueries = (queries: QuantisedVectors, first: number) => {
    for (let query = 0; query < QUERIES; query++) {
      const isOne = first + query < queries.scales.length
      const from = (first + query) * dimensions
      for (let dim = 0; dim < dimensions; dim++)
        four[(dim >> 4) * QUERIES * BLOCK_BYTES + query * BLOCK_BYTES + (dim & 15)] = isOne
          ? queries.values[from + dim]!
          : 0
    }
  }
  return {
    known: Uint8Array.from(vectors, (vector) => Number(vector !== null)),
    compare: (queries, positions) => {
      const count = positions.length
      const found = new Float32Array(queries.scales.length * count)
      if (count === 0) return found
      rows.set(positions)
      for (let first = 0; first < queries.scales.length; first += QUERIES) {
        writeQueries(queries, first)
        dotAll(0, rowsAt, count, blocks, base, outAt)
        for (let query = first; query < Math.min(first + QUERIES, queries.scales.length); query++) {
          const scale = queries.scales[query]!
          for (let at = 0; at < count; at++)
            found[query * count + at] = out[QUERIES * at + query - first]! * scale * scales[positions[at]!]!
        }
      }
      return found
    },
    compareTo: (position, positions) => {
      rows.set(positions)
      if (positions.length > 0) dot(base + rowBytes * position, rowsAt, positions.length, blocks, base, outAt)
      const scale = scales[position]!
      for (let at = 0; at < positions.length; at++) products[at] = out[at]! * scale * scales[positions[at]!]!
      return products.subarray(0, positions.length)
    },
  }
}
