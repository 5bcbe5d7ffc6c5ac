import { hasContent } from '../features/content.ts'
import { authorFeature, categoryFeature, type FeaturedPaper } from '../features/featuredPaper.ts'
import { indexFeatures, type FeatureMatrix } from '../features/featureMatrix.ts'
import type { DocumentFrequencies } from '../features/frequencies.ts'
import { explainTerms, termWords, type PaperText } from '../features/terms.ts'
import { indexVectors, type DayVectors } from './dayVectors.ts'

/** A paper of a day, with the text and the names that its reasons are written with. */
export interface DayPaper extends FeaturedPaper, PaperText {
  /** Names of the authors as shown, in the order of `authors`. */
  names: readonly string[]
}

/** The papers of a day, prepared once for all its readers. A paper is known by its position. */
export interface DayIndex {
  papers: readonly DayPaper[]
  matrix: FeatureMatrix
  /**
   * Returns what the feature of a column is, as the paper at `position` writes it; null for one that it does not have, and
   * for a term that names no subject (`hasContent`).
   */
  explain: (position: number, column: number) => FeatureText | null
  /** `termWords` of the term of a column, which a paper writes as `label`; remembered for the day. */
  wordsOf: (column: number, label: string) => readonly string[]
  /** The vectors of the papers in a space; null if none has one. */
  vectorsOf: (space: string) => DayVectors | null
  /**
   * For the reader who is being ranked, the weight of column c at 2c and its presence at 2c + 1; zeros in between, so that
   * nothing is allocated.
   */
  weights: Float32Array
}

export interface FeatureText {
  kind: 'term' | 'author' | 'category'
  text: string
}

/**
 * Prepares the papers of a day, in the order in which a reader without any taste gets them. Papers must have the features
 * of one version. Without `frequencies` every term may be a reason.
 */
export function indexDay(papers: readonly DayPaper[], frequencies?: DocumentFrequencies): DayIndex {
  const matrix = indexFeatures(papers)
  const texts: (Map<number, FeatureText> | undefined)[] = []
  const words: (readonly string[] | undefined)[] = []
  const wordsOf = (column: number, label: string) => (words[column] ??= termWords(label))
  const isSubject: (boolean | undefined)[] = []
  const namesSubject = (column: number, label: string) =>
    (isSubject[column] ??= frequencies === undefined || hasContent(frequencies, wordsOf(column, label)))
  const explain = (position: number, column: number) => {
    texts[position] ??= readTexts(papers[position]!, matrix)
    const found = texts[position].get(column)
    return found && (found.kind !== 'term' || namesSubject(column, found.text)) ? found : null
  }
  const spaces = new Set(papers.flatMap(({ space }) => space ?? []))
  const vectors = new Map(
    [...spaces].map((space) => [
      space,
      indexVectors(papers.map((paper) => (paper.space === space ? paper.vector : null))),
    ]),
  )
  return {
    papers,
    matrix,
    explain,
    wordsOf,
    vectorsOf: (space) => vectors.get(space) ?? null,
    weights: new Float32Array(2 * matrix.columns.size),
  }
}

/** The text of each column that the paper has. */
function readTexts(paper: DayPaper, { columns }: FeatureMatrix): Map<number, FeatureText> {
  const texts = new Map<number, FeatureText>()
  for (const [id, text] of explainTerms(paper, paper.features.ids)) texts.set(columns.find(id), { kind: 'term', text })
  for (const [index, key] of paper.authors.entries())
    texts.set(columns.find(authorFeature(key)), { kind: 'author', text: paper.names[index] ?? key })
  for (const text of paper.categories) texts.set(columns.find(categoryFeature(text)), { kind: 'category', text })
  return texts
}
