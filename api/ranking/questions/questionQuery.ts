import { frequencyOf, type DocumentFrequencies } from '../features/documentFrequencies.ts'
import { findId } from '../features/sparse.ts'
import { readTerms, type TermCounts } from '../features/terms.ts'

/** What a question asks for: words with their weights, and a direction in the space of the papers' vectors. */
export interface QuestionQuery {
  /** Weight of each word, by its term. */
  words: ReadonlyMap<number, number>
  /** Sum of `words`: what a paper with all of them can have at most. */
  total: number
  /** Unit vector; null without one. */
  vector: Float32Array | null
  /** What `vector` was made with; null without one. */
  space: string | null
}

/** What a question is compared with. */
export interface QuestionPaper {
  id: string
  terms: TermCounts
  vector: Float32Array | null
  space: string | null
}

/** Saturation of a word's count, and how much the length of a text takes off: the usual values of BM25. */
const K1 = 1.2
const B = 0.75

/**
 * The words of a question, each weighed by how few papers of the library have it: a word of every paper weighs almost
 * nothing. A word that no paper has weighs as one of a single paper. Empty for a text of function words or one letter.
 */
export function readQuestion(
  text: string,
  frequencies: DocumentFrequencies,
  meaning: { vector: Float32Array; space: string } | null,
): QuestionQuery {
  return toQuery(new Map(wordsOf(text).map((id) => [id, weightOf(id, frequencies)])), meaning)
}

/** Whether a text has a word that a paper can be found by. */
export const hasQuestionWords = (text: string): boolean => wordsOf(text).length > 0

/** Greek letters are read as the names of signs: Greek prose would be found in any paper with formulas. */
const GREEK_WORD = /\p{Script=Greek}[\p{Script=Greek}\p{M}]{2,}/u
const GREEK_LETTERS = /\p{Script=Greek}[\p{Script=Greek}\p{M}]+/gu

/** The terms of one word; of a script without spaces the pairs of its characters. */
function wordsOf(text: string): number[] {
  const composed = text.normalize('NFC')
  const terms = readTerms(GREEK_WORD.test(composed) ? composed.replace(GREEK_LETTERS, ' ') : composed)
  const single = terms.filter(({ isPair }) => !isPair)
  return [...new Set((single.length > 0 ? single : terms).map(({ id }) => id))]
}

export function toQuery(
  words: ReadonlyMap<number, number>,
  meaning: { vector: Float32Array; space: string } | null,
): QuestionQuery {
  const total = [...words.values()].reduce((sum, weight) => sum + weight, 0)
  return { words, total, vector: meaning?.vector ?? null, space: meaning?.space ?? null }
}

/** Inverse document frequency of BM25, never negative (S. Robertson and H. Zaragoza, 2009, with Lucene's 1 + …). */
export function weightOf(id: number, frequencies: DocumentFrequencies): number {
  const papers = Math.max(1, frequencyOf(frequencies, id))
  return Math.log(1 + Math.max(0, frequencies.papers - papers + 0.5) / (papers + 0.5))
}

/**
 * Score by words: BM25F over title and abstract, a word of the title counting as `countTerms` weighs it. `length` is the
 * mean of `lengthOf` over papers.
 */
export function scoreWords({ words }: QuestionQuery, { ids, counts }: TermCounts, length: number): number {
  const own = K1 * (1 - B + (B * lengthOf({ ids, counts })) / Math.max(1, length))
  let score = 0
  for (const [id, weight] of words) {
    const at = findId(ids, id)
    if (at !== -1) score += (weight * counts[at]! * (K1 + 1)) / (counts[at]! + own)
  }
  return score
}

/** Occurrences of all terms of a paper. */
export function lengthOf({ counts }: TermCounts): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}

/** Cosine of the meaning of question and paper; null when one has no vector, or one of another space. */
export function scoreMeaning({ vector, space }: QuestionQuery, paper: QuestionPaper): number | null {
  if (vector === null || paper.vector === null || space !== paper.space) return null
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += vector[at]! * paper.vector[at]!
  return sum
}
