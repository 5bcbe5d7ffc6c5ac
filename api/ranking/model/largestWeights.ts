/** Positive floats compare like their bits; the upper 16 of them are a bucket. */
const BUCKETS = 2 ** 15
const SHIFT = 16

/**
 * Returns the positions of about the `limit` largest absolute values, never more, ascending; weights of 0 are left out.
 * Linear time: a histogram of the magnitudes finds the least that is kept.
 */
export function largestWeights(weights: Float32Array, limit: number): Uint32Array {
  const bits = new Uint32Array(weights.buffer, weights.byteOffset, weights.length)
  const counts = new Uint32Array(BUCKETS)
  for (let at = 0; at < bits.length; at++) counts[(bits[at]! & 0x7fffffff) >>> SHIFT]!++
  let kept = 0
  let least = BUCKETS
  while (least > 1 && kept + counts[least - 1]! <= limit) kept += counts[--least]!
  const positions = new Uint32Array(kept)
  let end = 0
  for (let at = 0; at < bits.length; at++) if ((bits[at]! & 0x7fffffff) >>> SHIFT >= least) positions[end++] = at
  return positions
}
