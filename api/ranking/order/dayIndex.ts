import { authorFeature, categoryFeature, type FeaturedPaper } from '../features/featuredPaper.ts'
import { indexFeatures, type FeatureMatrix } from '../features/featureMatrix.ts'
import { explainTerms, type PaperText } from '../features/terms.ts'

/** A paper of a day, with the text and the names that its reasons are written with. */
export interface DayPaper extends FeaturedPaper, PaperText {
  /** Names of the authors as shown, in the order of `authors`. */
  names: readonly string[]
}

/** The papers of a day, prepared once for all its readers. A paper is known by its position. */
export interface DayIndex {
  papers: readonly DayPaper[]
  matrix: FeatureMatrix
  /** The id of each column. */
  columnIds: Uint32Array
  /** Returns what a feature of the paper at `position` is, for the reader. */
  explain: (position: number, feature: number) => FeatureText | null
}

export interface FeatureText {
  kind: 'term' | 'author' | 'category'
  text: string
}

/** Prepares the papers of a day, in the order that readers without any taste get (the batch's own). */
export function indexDay(papers: readonly DayPaper[]): DayIndex {
  const matrix = indexFeatures(papers)
  const texts: (Map<number, FeatureText> | undefined)[] = []
  const explain = (position: number, feature: number) => {
    texts[position] ??= readTexts(papers[position]!)
    return texts[position].get(feature) ?? null
  }
  return { papers, matrix, columnIds: matrix.columns.listIds(), explain }
}

function readTexts(paper: DayPaper): Map<number, FeatureText> {
  const terms = explainTerms(paper, paper.features.ids)
  const texts = new Map<number, FeatureText>([...terms].map(([id, text]) => [id, { kind: 'term', text }]))
  for (const [index, key] of paper.authors.entries())
    texts.set(authorFeature(key), { kind: 'author', text: paper.names[index] ?? key })
  for (const text of paper.categories) texts.set(categoryFeature(text), { kind: 'category', text })
  return texts
}
