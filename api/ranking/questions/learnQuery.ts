import type { DocumentFrequencies } from '../features/documentFrequencies.ts'
import { normalise } from '../features/sparse.ts'
import type { TermCounts } from '../features/terms.ts'
import { toQuery, weightOf, type QuestionPaper, type QuestionQuery } from './questionQuery.ts'

/** A paper with what the reader said of it. */
export interface JudgedPaper {
  paper: QuestionPaper
  isAnswer: boolean
}

/** Terms that the answers add to the question's words, and their weight together as a share of that of the words. */
const TERMS_ADDED = 20
const ADDED_SHARE = 0.5
/** Part of the mean of the other papers that is taken off that of the answers. */
const AGAINST = 0.25
/** Number of papers of a kind from which on their mean counts half as much as the question itself. */
const HALF_AT = 2

/**
 * Moves a question towards the papers that answer it and away from those that do not (J. Rocchio, 1971): terms of the
 * answers are added, and the direction is turned. The more papers were judged, the further. Returns the question itself
 * without any.
 */
export function learnQuery(
  query: QuestionQuery,
  judged: readonly JudgedPaper[],
  frequencies: DocumentFrequencies,
): QuestionQuery {
  const answers = judged.filter(({ isAnswer }) => isAnswer).map(({ paper }) => paper)
  const others = judged.filter(({ isAnswer }) => !isAnswer).map(({ paper }) => paper)
  if (judged.length === 0) return query
  const words = new Map(query.words)
  const added = findTerms(query, { answers, others }, frequencies)
  const sum = added.reduce((total, { value }) => total + value, 0)
  const weight = ADDED_SHARE * query.total * shareOf(answers.length)
  for (const { id, value } of added) words.set(id, (words.get(id) ?? 0) + (weight * value) / sum)
  const { vector, space } = query
  const turned = vector && turn(vector, { answers, others }, space)
  return { ...toQuery(words, null), total: query.total, vector: turned, space }
}

const shareOf = (count: number): number => count / (count + HALF_AT)

interface Judged {
  answers: readonly QuestionPaper[]
  others: readonly QuestionPaper[]
}

/** The terms that the answers have more than the other papers, the strongest first. */
function findTerms({ words }: QuestionQuery, { answers, others }: Judged, frequencies: DocumentFrequencies) {
  if (answers.length === 0) return []
  const values = new Map<number, number>()
  const add = (papers: readonly QuestionPaper[], factor: number) => {
    for (const { terms } of papers)
      for (const [id, value] of weighTerms(terms, frequencies))
        values.set(id, (values.get(id) ?? 0) + (factor * value) / papers.length)
  }
  add(answers, 1)
  add(others, -1)
  return [...values]
    .filter(([id, value]) => value > 0 && !words.has(id))
    .map(([id, value]) => ({ id, value }))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, TERMS_ADDED)
}

/** Remembered: each example is compared with questions that learned from all others. */
const weighed = new WeakMap<TermCounts, { frequencies: DocumentFrequencies; values: [number, number][] }>()

/** Unit TF-IDF of the terms of a paper. */
function weighTerms(terms: TermCounts, frequencies: DocumentFrequencies): [number, number][] {
  const known = weighed.get(terms)
  if (known?.frequencies === frequencies) return known.values
  const values = computeWeights(terms, frequencies)
  weighed.set(terms, { frequencies, values })
  return values
}

function computeWeights({ ids, counts }: TermCounts, frequencies: DocumentFrequencies): [number, number][] {
  const values = normalise(Float32Array.from(ids, (id, at) => (1 + Math.log(counts[at]!)) * weightOf(id, frequencies)))
  return Array.from(ids, (id, at): [number, number] => [id, values[at]!])
}

function turn(vector: Float32Array, { answers, others }: Judged, space: string | null): Float32Array {
  const turned = Float32Array.from(vector)
  const add = (papers: readonly QuestionPaper[], factor: number) => {
    const vectors = papers.flatMap((paper) => (paper.space === space && paper.vector ? [paper.vector] : []))
    const share = factor * shareOf(vectors.length)
    for (const one of vectors)
      for (let at = 0; at < turned.length; at++) turned[at]! += (share * one[at]!) / vectors.length
  }
  add(answers, 1)
  add(others, -AGAINST)
  return normalise(turned)
}
