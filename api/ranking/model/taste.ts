import type { QuantisedVectors } from '../features/quantised.ts'
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
  /** Weight of each feature; the small ones are left out. */
  features: SparseVector
  /** What each of `features` adds to the value of a paper that has it, once and whatever its value there. */
  presence: Float32Array
  /** Constant of the linear model: its decision boundary is where the features and their presence sum to `-bias`. */
  bias: number
  /** Space of the vectors below; null without vectors. */
  space: string | null
  profile: TasteProfile
  learned: Learned
}

/** The liked examples of the linear model, so that a paper that is one of them is not judged by its own likeness. */
export interface Learned {
  ids: readonly string[]
  /** What the linear model says of paper i by the other examples. */
  decisions: Float32Array
}

/** Liked papers whose closeness counts, the ones with the largest weight. */
export interface TasteProfile {
  ids: readonly string[]
  /** Row 0 is the direction of what the reader likes (`fitProfile`); row i + 1 is the vector of paper i. */
  vectors: QuantisedVectors
  /** What paper i adds to row 0, per unit of its own vector. */
  shares: Float32Array
  /** What the closeness to each paper counts: 1, unless the reader adjusted it. */
  weights: Float32Array
}

/** The value that a term usually has in a paper with about a hundred terms: vectors have the length 1. */
const USUAL_VALUE = 0.1

/** What a taste thinks of each of its features where it has its usual value, as a weight of that value. */
export const wholeWeights = ({ features, presence }: Taste): Float32Array =>
  features.values.map((value, at) => value + presence[at]! / USUAL_VALUE)

/** The taste of a reader without positive actions. */
export const emptyTaste = (): Taste => ({
  state: 'prior',
  positives: 0,
  version: -1,
  features: { ids: new Uint32Array(0), values: new Float32Array(0) },
  presence: new Float32Array(0),
  bias: 0,
  space: null,
  profile: emptyProfile(),
  learned: { ids: [], decisions: new Float32Array(0) },
})

export const emptyProfile = (): TasteProfile => ({
  ids: [],
  vectors: { dimensions: 0, values: new Int8Array(0), scales: new Float32Array(0) },
  shares: new Float32Array(0),
  weights: new Float32Array(0),
})
