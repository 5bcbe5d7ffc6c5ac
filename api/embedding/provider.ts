/**
 * A question is encoded for the search of papers; some models treat it differently. A draft is encoded as a paper is, for a
 * reader who waits.
 */
export type TextKind = 'paper' | 'question' | 'draft'

/** Encodes texts as unit vectors, so that texts about the same things have a large dot product. */
export interface EmbeddingProvider {
  /** Identifies the model. Vectors of different models cannot be compared. */
  readonly id: string
  readonly dimensions: number
  /** Returns a unit vector per text, in order. Throws "unavailable" with the reason; the reason of an abort. */
  embed(texts: readonly string[], options: { kind: TextKind; signal: AbortSignal }): Promise<Float32Array[]>
  /** Starts what the next text would wait for: a reader is about to send one. */
  prepare(): void
  close(): Promise<void>
}

/** Returns the vector with length 1; a vector of zeros stays as it is. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  const length = Math.hypot(...unit)
  return length === 0 ? unit : unit.map((value) => value / length)
}
