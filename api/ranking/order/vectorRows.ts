import { quantise } from '../features/quantised.ts'
import { openDotKernel } from './dotKernel.ts'

/** Stored vectors by id, in a memory of their own that is read from start to end. */
export interface VectorRows {
  readonly size: number
  /** Adds the direction of a vector, or replaces that of the id. Does nothing for a new id when the rows are full. */
  put: (id: string, vector: Int8Array) => void
  /**
   * The ids of the `limit` vectors nearest to a centred unit vector, nearest first; of `among` if given. The cosines are
   * those of the centred vectors.
   */
  findNearest: (vector: Float32Array, limit: number, among?: readonly string[]) => { id: string; cosine: number }[]
}

const BLOCK_BYTES = 16
const PAGE_BYTES = 65_536

/**
 * Reserves the memory for `capacity` vectors; the system provides it as it is filled. `mean` is subtracted from the
 * vectors, which are stored with 8 bits per dimension: (x - m)q = xq - mq.
 */
export function createVectorRows(mean: Float32Array, capacity: number): VectorRows {
  const dimensions = mean.length
  const blocks = Math.max(1, Math.ceil(dimensions / BLOCK_BYTES))
  const rowBytes = blocks * BLOCK_BYTES
  const rowsAt = rowBytes
  const outAt = rowsAt + 4 * capacity
  const base = Math.ceil((outAt + 4 * capacity) / BLOCK_BYTES) * BLOCK_BYTES
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + capacity * rowBytes) / PAGE_BYTES) })
  const { dot } = openDotKernel(memory)
  const bytes = new Int8Array(memory.buffer)
  const rows = new Uint32Array(memory.buffer, rowsAt, capacity)
  const out = new Int32Array(memory.buffer, outAt, capacity)
  /** Of each row: the inverse length of the stored vector x, and of x - m where x has length 1. */
  const scales = new Float32Array(capacity)
  const centredScales = new Float32Array(capacity)
  const meanSquare = sumOf(mean, mean)
  const ids: string[] = []
  const rowById = new Map<string, number>()

  /** Writes the numbers of the rows to compare, and returns how many there are. */
  const writeRows = (among: readonly string[] | undefined): number => {
    if (among) {
      const wanted = [...new Set(among)].flatMap((id) => rowById.get(id) ?? [])
      rows.set(wanted)
      return wanted.length
    }
    for (let row = 0; row < ids.length; row++) rows[row] = row
    return ids.length
  }

  return {
    get size() {
      return ids.length
    },
    put(id, vector) {
      const row = rowById.get(id) ?? ids.length
      if (row >= capacity || vector.length !== dimensions) return
      if (row === ids.length) ids.push(id)
      rowById.set(id, row)
      bytes.set(vector, base + row * rowBytes)
      const scale = invert(sumOf(vector, vector))
      scales[row] = scale
      centredScales[row] = invert(1 - 2 * scale * sumOf(vector, mean) + meanSquare)
    },
    findNearest(vector, limit, among) {
      const count = writeRows(among)
      if (count === 0) return []
      const { values, scales: ownScales } = quantise([vector])
      bytes.set(values, 0)
      dot(0, rowsAt, count, blocks, base, outAt)
      const ownScale = ownScales[0] ?? 0
      const ofMean = sumOf(vector, mean)
      const cosineAt = (at: number) => {
        const row = rows[at]!
        return (out[at]! * ownScale * scales[row]! - ofMean) * centredScales[row]!
      }
      return selectLargest(count, limit, cosineAt).map(({ at, value }) => ({ id: ids[rows[at]!] ?? '', cosine: value }))
    },
  }
}

function sumOf(one: Float32Array | Int8Array, other: Float32Array | Int8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!
  return sum
}

/** The inverse of the length whose square this is; 0 for a vector of zeros. */
const invert = (square: number): number => (square > 0 ? 1 / Math.sqrt(square) : 0)

/** The `limit` positions below `count` with the largest values, largest first. */
function selectLargest(count: number, limit: number, valueAt: (at: number) => number): { at: number; value: number }[] {
  const best: { at: number; value: number }[] = []
  for (let at = 0; at < count; at++) {
    const value = valueAt(at)
    if (best.length >= limit && value <= best.at(-1)!.value) continue
    let place = best.length
    while (place > 0 && best[place - 1]!.value < value) place -= 1
    best.splice(place, 0, { at, value })
    if (best.length > limit) best.pop()
  }
  return best
}
