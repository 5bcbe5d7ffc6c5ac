import type { FeaturedPaper } from '../features/featuredPaper.ts'
import { isLatent } from '../features/lsa.ts'
import { indexFeatures, type FeatureMatrix } from '../features/featureMatrix.ts'
import { denseRows, type SparseRows } from './linearSvm.ts'

/** Random recent papers, which stand for what a reader does not look for. The same for all readers of a day. */
export interface Background {
  papers: number
  /** Row of each paper, by its id. */
  rows: ReadonlyMap<string, number>
  matrix: FeatureMatrix
  /** The feature of each column. */
  ids: Uint32Array
  /** Number of papers that have each column. */
  counts: Uint32Array
  /** The embedding of some of the papers; null without one. */
  vectors: BackgroundVectors | null
}

export interface BackgroundVectors {
  space: string
  papers: number
  rows: ReadonlyMap<string, number>
  matrix: SparseRows
}

/** As good as the vectors of 2,000 papers, at a quarter of the time. */
const VECTORS_MAX = 500

/** Indexes about 2,000 random papers of the last 90 days; may be empty. */
export function indexBackground(papers: readonly FeaturedPaper[]): Background {
  const matrix = indexFeatures(papers)
  const counts = new Uint32Array(matrix.columns.size)
  for (const column of matrix.cells) counts[column]!++
  return {
    papers: papers.length,
    rows: rowsOf(papers),
    matrix,
    ids: matrix.columns.listIds(),
    counts,
    vectors: indexVectors(papers),
  }
}

/** Vectors of the space of the first paper that has one; no latent ones, on which training is no better than the mean. */
function indexVectors(papers: readonly FeaturedPaper[]): BackgroundVectors | null {
  const space = papers.find((paper) => paper.space !== null)?.space ?? null
  if (space === null || isLatent(space)) return null
  const chosen = papers.filter((paper) => paper.space === space).slice(0, VECTORS_MAX)
  const matrix = denseRows(chosen.flatMap(({ vector }) => vector ?? []))
  return { space, papers: chosen.length, rows: rowsOf(chosen), matrix }
}

const rowsOf = (papers: readonly FeaturedPaper[]) => new Map(papers.map(({ id }, row) => [id, row]))
