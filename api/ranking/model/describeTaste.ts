import type { FeatureKind } from '../../contract/taste.ts'
import { authorFeature, categoryFeature } from '../features/featuredPaper.ts'
import { findId } from '../features/sparse.ts'
import { nameTerms } from '../features/nameTerms.ts'
import { countPhrase, explainTerms, saysTheSame, termWords, type PaperText } from '../features/terms.ts'
import { wholeWeights, type Taste } from './taste.ts'

/** A paper that the reader acted on, with its text. */
export interface DescribedPaper extends PaperText {
  id: string
  categories: readonly string[]
  /** Keys and names of the authors, in the same order. */
  authors: readonly string[]
  names: readonly string[]
  /** The title is a topic that the reader typed. */
  isTopic?: boolean
}

/** A weight of the model that the reader's own papers explain. */
export interface TasteWeight {
  kind: FeatureKind
  /** As in an `Adjustment`. */
  key: string
  text: string
  /** Weight of the model; comparable within one taste. */
  weight: number
  /** Those of the given papers that have the feature, in their order. */
  paper_ids: string[]
}

/**
 * Returns the weights of the model that belong to features of the given papers, the largest absolute weight first. Terms
 * are spelled as the first of the papers writes them, and only where they name a subject (`nameTerms`); a typed topic as it
 * was typed.
 */
export function describeTaste(taste: Taste, papers: readonly DescribedPaper[]): TasteWeight[] {
  const found = new Map<number, TasteWeight>()
  const weights = wholeWeights(taste)
  const add = (feature: number, paper_id: string, kind: FeatureKind, text: () => { key: string; text: string }) => {
    const at = findId(taste.features.ids, feature)
    const weight = at === -1 ? 0 : weights[at]!
    if (weight === 0) return
    const entry = found.get(feature)
    if (entry) entry.paper_ids.push(paper_id)
    else found.set(feature, { kind, ...text(), weight, paper_ids: [paper_id] })
  }
  const learned = new Set(taste.features.ids)
  for (const paper of papers) {
    for (const [id, { key, label }] of nameOwnTerms(paper, learned))
      add(id, paper.id, 'term', () => ({ key, text: label }))
    for (const [index, key] of paper.authors.entries())
      add(authorFeature(key), paper.id, 'author', () => ({ key, text: paper.names[index] ?? key }))
    for (const code of paper.categories)
      add(categoryFeature(code), paper.id, 'category', () => ({ key: code, text: code }))
  }
  return [...found.values()].sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
}

function nameOwnTerms(paper: DescribedPaper, ids: ReadonlySet<number>) {
  if (!paper.isTopic) return nameTerms(paper, ids)
  const own = new Set(countPhrase(paper.title).ids).intersection(ids)
  return new Map([...explainTerms(paper, own)].map(([id, text]) => [id, { key: text, label: text }]))
}

/**
 * Leaves out terms that say the same as a term before them and come from the same papers: "dark" and "energy" beside "dark
 * energy". Rows that are `kept`, as the reader changed them, are neither left out nor a cause to leave out others.
 */
export function withoutRepeats<Row extends TasteWeight>(rows: readonly Row[], kept: (row: Row) => boolean): Row[] {
  const listed = new Map<string, string[][]>()
  return rows.filter((row) => {
    if (row.kind !== 'term' || kept(row)) return true
    const source = `${Math.sign(row.weight)} ${row.paper_ids.join(' ')}`
    const before = listed.get(source) ?? []
    const words = termWords(row.key)
    if (before.some((other) => saysTheSame(words, other))) return false
    listed.set(source, [...before, words])
    return true
  })
}

/** Rows of a kind that one paper alone may have. */
const OF_ONE_PAPER: Partial<Record<FeatureKind, number>> = { term: 5, author: 1 }

/**
 * Of what comes from one paper alone, keeps the first terms and the first author: one action says that the reader wants
 * such papers or not, but not which of their words or authors is the cause. Rows that are `kept` stay.
 */
export function fewOfOnePaper<Row extends Omit<TasteWeight, 'key'>>(
  rows: readonly Row[],
  kept: (row: Row) => boolean,
): Row[] {
  const counts = new Map<string, number>()
  return rows.filter((row) => {
    const most = OF_ONE_PAPER[row.kind]
    if (most === undefined || row.paper_ids.length > 1 || kept(row)) return true
    const source = `${row.kind} ${Math.sign(row.weight)} ${row.paper_ids[0]}`
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    return count <= most
  })
}
