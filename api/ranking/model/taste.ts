import type { SparseVector } from '../features/sparse.ts'

/**
 * The model of one reader. Only numbers in typed arrays, ids and names, so that it can be stored as binary and read in
 * another process.
 */
export interface Taste {
  /** No positive action; the mean of few papers; a trained model. */
  state: 'prior' | 'centroid' | 'trained'
  /** Number of papers with a positive weight. */
  positives: number
  /** Version of the document frequencies of the features; -1 in the state `prior`. */
  version: number
  /** Weight of each feature; those near 0 are left out. */
  features: SparseVector
  /** Constant of the linear model. Its decision boundary is where the weighted features sum to `-bias`. */
  bias: number
  /** Space of the vectors below; null without vectors. */
  space: string | null
  /** Linear weights over the vector of a paper; empty without vectors. */
  vectorWeights: Float32Array
  /** Papers with a positive weight and a vector in `space`, the strongest `PROFILE_MAX` of them. */
  profile: {
    ids: readonly string[]
    /** Unit vectors, one after another. */
    vectors: Float32Array
    /** What the closeness to each counts: 1, unless the reader adjusted it. */
    weights: Float32Array
  }
}

/** The taste of a reader without positive actions. */
export const emptyTaste = (): Taste => ({
  state: 'prior',
  positives: 0,
  version: -1,
  features: { ids: new Uint32Array(0), values: new Float32Array(0) },
  bias: 0,
  space: null,
  vectorWeights: new Float32Array(0),
  profile: { ids: [], vectors: new Float32Array(0), weights: new Float32Array(0) },
})
