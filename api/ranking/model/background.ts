import type { FeaturedPaper } from '../features/featuredPaper.ts'
import { indexFeatures, type FeatureMatrix } from '../features/featureMatrix.ts'

/** Random recent papers, which stand for what a reader does not look for. The same for all readers of a day. */
export interface Background {
  papers: number
  /** Row of each paper, by its id. */
  rows: ReadonlyMap<string, number>
  matrix: FeatureMatrix
  /** The feature of each column. */
  ids: Uint32Array
}

/** Indexes about 2,000 random papers of the last 90 days; may be empty. */
export function indexBackground(papers: readonly FeaturedPaper[]): Background {
  const matrix = indexFeatures(papers)
  const rows = new Map(papers.map(({ id }, row) => [id, row]))
  return { papers: papers.length, rows, matrix, ids: matrix.columns.listIds() }
}
