import { givenFirst } from '../../text/names.ts'
import { foldWords } from '../../text/words.ts'
import { frequencyOf, type DocumentFrequencies } from './documentFrequencies.ts'
import { hashText } from './hash.ts'
import { normalise, toSparse, type SparseVector } from './sparse.ts'
import type { TermCounts } from './terms.ts'

/** What the ranking knows of a paper. Made once per paper and version of the document frequencies. */
export interface FeaturedPaper {
  id: string
  /** Version of the document frequencies that `features` was made with. */
  version: number
  /**
   * Unit TF-IDF of the terms, and the blocks of categories and authors, each of the length of its weight. The features
   * of the blocks are `categoryFeature` and `authorFeature`.
   */
  features: SparseVector
  /** Canonical codes, the primary category first. */
  categories: readonly string[]
  /** Keys of the names (`authorKey`), in the order of the paper. */
  authors: readonly string[]
  /** Centred unit vector: the embedding, else its projection by latent semantic analysis; null if there is none. */
  vector: Float32Array | null
  /** What `vector` was made with; only vectors of the same space are compared. Null without a vector. */
  space: string | null
}

/** Length of the blocks beside the terms, whose length is 1. */
export const BLOCK_WEIGHT = { categories: 0.3, authors: 0.5 }
/** Value of a cross-listed category, the primary category being 1. */
const CROSS_LISTED = 0.5

/** Only this many authors of a paper are features: a collaboration of thousands says little about each. */
const AUTHORS_MAX = 20

/** The key of an author's name: folded words, the given names first, joined by spaces. Empty for a name without letters. */
export const authorKey = (name: string): string => foldWords(givenFirst(name)).join(' ')
/** The feature of a category. */
export const categoryFeature = (code: string): number => hashText(`category:${code}`)
/** The feature of an author, by the key of the name. */
export const authorFeature = (key: string): number => hashText(`author:${key}`)

/**
 * Returns the features of a paper: sublinear term frequencies times inverse document frequencies, of length 1, with the
 * blocks of categories and authors. Terms that the library has only once have no part in it.
 */
export function featurePaper(
  paper: { id: string; categories: readonly string[]; authors: readonly string[] },
  terms: TermCounts,
  frequencies: DocumentFrequencies,
  vector: { space: string; values: Float32Array } | null,
): FeaturedPaper {
  const { id, categories, authors } = paper
  const values = weighTerms(terms, frequencies)
  const named = authors.slice(0, AUTHORS_MAX).filter((key) => key !== '')
  addBlock(values, categories.map(categoryFeature), { length: BLOCK_WEIGHT.categories, others: CROSS_LISTED })
  addBlock(values, named.map(authorFeature), { length: BLOCK_WEIGHT.authors, others: 1 })
  return {
    id,
    version: frequencies.version,
    features: toSparse(values),
    categories,
    authors,
    vector: vector?.values ?? null,
    space: vector?.space ?? null,
  }
}

/** The unit TF-IDF of the terms: (1 + ln count) * ln(papers / frequency). */
function weighTerms({ ids, counts }: TermCounts, frequencies: DocumentFrequencies): Map<number, number> {
  const kept: number[] = []
  const weights: number[] = []
  for (let at = 0; at < ids.length; at++) {
    const frequency = frequencyOf(frequencies, ids[at]!)
    if (frequency === 0) continue
    kept.push(ids[at]!)
    weights.push((1 + Math.log(counts[at]!)) * (1 + Math.log(frequencies.papers / frequency)))
  }
  const unit = normalise(Float32Array.from(weights))
  return new Map(kept.map((id, index) => [id, unit[index]!]))
}

/** Adds features of the values 1, `others`, `others` …, scaled to the given length. */
function addBlock(
  values: Map<number, number>,
  features: readonly number[],
  { length, others }: { length: number; others: number },
): void {
  const unit = normalise(Float32Array.from(features, (_, index) => (index === 0 ? 1 : others)))
  for (const [index, feature] of features.entries()) values.set(feature, length * unit[index]!)
}
