import { quantise, type QuantisedVectors } from '../features/quantised.ts'
import { openDotKernel } from './dotKernel.ts'

/** The vectors of a day's papers in one space, in a memory of their own. */
export interface DayVectors {
  /** Whether the paper at a position has a vector. */
  known: Uint8Array
  /**
   * Returns the inner products of the query `row` of `queries` with the papers at `positions`, in their order; 0 for a
   * paper without vector. The array is overwritten by the next call.
   */
  compare: (queries: QuantisedVectors, row: number, positions: Uint32Array) => Float32Array
  /** The same for the paper at `position` as the query. */
  compareTo: (position: number, positions: Uint32Array) => Float32Array
}

const BLOCK_BYTES = 16
const PAGE_BYTES = 65_536

/** Prepares the vectors of a day; null for a paper that has none in `space`. All have the same number of dimensions. */
export function indexVectors(vectors: readonly (Float32Array | null)[]): DayVectors {
  const dimensions = vectors.find((vector) => vector !== null)?.length ?? 0
  const blocks = Math.max(1, Math.ceil(dimensions / BLOCK_BYTES))
  const rowBytes = blocks * BLOCK_BYTES
  const rowsAt = rowBytes + vectors.length * rowBytes
  const outAt = rowsAt + 4 * vectors.length
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + 4 * vectors.length) / PAGE_BYTES) })
  const { dot } = openDotKernel(memory)
  const bytes = new Int8Array(memory.buffer)
  const rows = new Uint32Array(memory.buffer, rowsAt, vectors.length)
  const out = new Int32Array(memory.buffer, outAt, vectors.length)
  const products = new Float32Array(vectors.length)
  const empty = new Float32Array(dimensions)
  const { values, scales } = quantise(vectors.map((vector) => vector ?? empty))
  for (let row = 0; row < vectors.length; row++)
    bytes.set(values.subarray(row * dimensions, (row + 1) * dimensions), rowBytes * (row + 1))

  const run = (query: number, scale: number, positions: Uint32Array): Float32Array => {
    rows.set(positions)
    if (positions.length > 0) dot(query, rowsAt, positions.length, blocks, rowBytes, outAt)
    for (let at = 0; at < positions.length; at++) products[at] = out[at]! * scale * scales[positions[at]!]!
    return products.subarray(0, positions.length)
  }
  return {
    known: Uint8Array.from(vectors, (vector) => Number(vector !== null)),
    compare: (queries, row, positions) => {
      bytes.set(queries.values.subarray(row * dimensions, (row + 1) * dimensions), 0)
      return run(0, queries.scales[row]!, positions)
    },
    compareTo: (position, positions) => run(rowBytes * (position + 1), scales[position]!, positions),
  }
}
