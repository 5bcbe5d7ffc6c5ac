/** A sparse vector. `ids` ascend and are distinct; `values` has the same length. */
export interface SparseVector {
  ids: Uint32Array
  values: Float32Array
}

/** The inner product of two sparse vectors. */
export function dotSparse(one: SparseVector, other: SparseVector): number {
  let sum = 0
  let at = 0
  for (let index = 0; index < one.ids.length; index++) {
    const id = one.ids[index]!
    while (at < other.ids.length && other.ids[at]! < id) at++
    if (at === other.ids.length) break
    if (other.ids[at] === id) sum += one.values[index]! * other.values[at]!
  }
  return sum
}

/** Returns the position of `id` in ascending `ids`, or -1. */
export function findId(ids: Uint32Array, id: number): number {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = ids[middle]!
    if (value === id) return middle
    if (value < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Returns the sparse vector of a map; ids with the value 0 are kept. */
export function toSparse(values: ReadonlyMap<number, number>): SparseVector {
  const ids = Uint32Array.from(values.keys()).sort()
  return { ids, values: Float32Array.from(ids, (id) => values.get(id) ?? 0) }
}

/** Divides `values` by their Euclidean length, in place. A zero vector stays as it is. */
export function normalise(values: Float32Array): Float32Array {
  let square = 0
  for (const value of values) square += value * value
  if (square > 0) {
    const factor = 1 / Math.sqrt(square)
    for (let index = 0; index < values.length; index++) values[index]! *= factor
  }
  return values
}

/** Returns the ids that two vectors share, the largest product of their values first, at most `limit`. */
export function sharedTerms(one: SparseVector, other: SparseVector, limit: number): number[] {
  const products: { id: number; value: number }[] = []
  for (const [index, id] of one.ids.entries()) {
    const at = findId(other.ids, id)
    if (at !== -1) products.push({ id, value: one.values[index]! * other.values[at]! })
  }
  return products
    .sort((a, b) => b.value - a.value)
    .slice(0, limit)
    .map(({ id }) => id)
}
