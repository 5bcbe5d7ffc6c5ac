/** Vectors with 8 bits per dimension, one after another; each has its own scale. */
export interface QuantisedVectors {
  dimensions: number
  /** `dimensions` values per vector, from -127 to 127. */
  values: Int8Array
  /** Factor of each vector: the original is about `scales[i] * values`. */
  scales: Float32Array
}

/** Rounds vectors to 8 bits. The cosine of two unit vectors of some hundred dimensions changes by less than 0.01. */
export function quantise(vectors: readonly Float32Array[]): QuantisedVectors {
  const dimensions = vectors[0]?.length ?? 0
  const values = new Int8Array(vectors.length * dimensions)
  const scales = new Float32Array(vectors.length)
  for (const [row, vector] of vectors.entries()) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    if (largest === 0) continue
    scales[row] = largest / 127
    for (let at = 0; at < dimensions; at++) values[row * dimensions + at] = Math.round((vector[at]! / largest) * 127)
  }
  return { dimensions, values, scales }
}
