import { hasContent } from '../features/content.ts'
import { authorFeature, categoryFeature, type FeaturedPaper } from '../features/featuredPaper.ts'
import { indexFeatures, type FeatureMatrix } from '../features/featureMatrix.ts'
import type { DocumentFrequencies } from '../features/documentFrequencies.ts'
import { nameTerms } from '../features/nameTerms.ts'
import { termWords, type PaperText } from '../features/terms.ts'
import { indexVectors, type DayVectors } from './dayVectors.ts'

/** A paper of a day, with the text and the names that its reasons are written with. */
export interface DayPaper extends FeaturedPaper, PaperText {
  /** Names of the authors as shown, in the order of `authors`. */
  names: readonly string[]
}

/** The papers of a day, prepared once for all its readers. A paper is known by its position. */
export interface DayIndex {
  papers: readonly DayPaper[]
  /** Position of each paper, by its id. */
  positions: ReadonlyMap<string, number>
  matrix: FeatureMatrix
  /**
   * Returns what the feature of a cell is, as its paper at `position` writes it; null for one that the paper does not
   * spell out, and for a term that names no subject (`hasContent`).
   */
  explain: (position: number, cell: number) => FeatureText | null
  /** `termWords` of the term of a cell, which its paper writes as `label`; remembered for the day. */
  wordsOf: (cell: number, label: string) => readonly string[]
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
  const { cells, starts } = matrix
  /** Of each cell; undefined where its paper was not explained yet. */
  const texts: (FeatureText | null | undefined)[] = Array.from({ length: cells.length })
  const words: (readonly string[] | undefined)[] = []
  const wordsOf = (cell: number, label: string) => (words[cells[cell]!] ??= termWords(label))
  const isSubject: (boolean | undefined)[] = []
  const namesSubject = (cell: number, label: string) =>
    (isSubject[cells[cell]!] ??= frequencies === undefined || hasContent(frequencies, wordsOf(cell, label)))
  const explain = (position: number, cell: number) => {
    const known = texts[cell]
    if (known !== undefined) return known
    const byColumn = readTexts(papers[position]!, matrix)
    for (let own = starts[position]!; own < starts[position + 1]!; own++) {
      const found = byColumn.get(cells[own]!)
      texts[own] = found && (found.kind !== 'term' || namesSubject(own, found.text)) ? found : null
    }
    return texts[cell] ?? null
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
    positions: new Map(papers.map(({ id }, position) => [id, position])),
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
  for (const [id, { label }] of nameTerms(paper, paper.features.ids))
    texts.set(columns.find(id), { kind: 'term', text: label })
  for (const [index, key] of paper.authors.entries())
    texts.set(columns.find(authorFeature(key)), { kind: 'author', text: paper.names[index] ?? key })
  for (const text of paper.categories) texts.set(columns.find(categoryFeature(text)), { kind: 'category', text })
  return texts
}
