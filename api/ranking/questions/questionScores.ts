import { isLatent } from '../features/lsa.ts'
import { lengthOf, scoreMeaning, scoreWords, type QuestionPaper, type QuestionQuery } from './questionQuery.ts'

/** Random papers of the library that all questions are measured against, so that a score means the same on every day. */
export interface QuestionBackground {
  papers: readonly QuestionPaper[]
  /** Mean of `lengthOf` over them. */
  length: number
}

/** Mean and standard deviation of a score over the background. */
interface Scale {
  mean: number
  deviation: number
}

/** A query with its scales. */
export interface MeasuredQuery {
  query: QuestionQuery
  words: Scale
  /** Null without a vector that papers of the background can be compared with. */
  meaning: Scale | null
  length: number
}

/** Added to the logarithm of the odds for each part of the score. */
interface Weights {
  bias: number
  /** Times the share of the question's weight that the paper has, 0 to 1. */
  covered: number
  /** Times ln(1 + z) of the words. */
  words: number
  /** Times z of the meaning. */
  meaning: number
}

/**
 * Fitted by logistic regression on half of the claims and questions of SciFact, MEDLARS and Cranfield with all papers of
 * a library that has their papers and those of 30 days of arXiv (`tests/eval/questions.ts`). One for each kind of vector.
 */
const WEIGHTS: Record<'none' | 'latent' | 'embedding', Weights> = {
  none: { bias: -11.6, covered: 3.2, words: 2.6, meaning: 0 },
  latent: { bias: -11.6, covered: 2.3, words: 2.4, meaning: 0.28 },
  embedding: { bias: -10.8, covered: 2.1, words: 0.76, meaning: 1.36 },
}

/** A word that no paper of the background has would else have no deviation. */
const DEVIATION_MIN = 0.3
/** Meaning is compared if so many papers of the background can be. */
const MEASURED_MIN = 30

export function indexQuestionBackground(papers: readonly QuestionPaper[]): QuestionBackground {
  const length = papers.reduce((sum, { terms }) => sum + lengthOf(terms), 0) / Math.max(1, papers.length)
  return { papers, length }
}

/** Measures a query against the background. About 5 ms for 2,000 papers. */
export function measureQuery(query: QuestionQuery, { papers, length }: QuestionBackground): MeasuredQuery {
  const cosines = papers.flatMap((paper) => scoreMeaning(query, paper) ?? [])
  return {
    query,
    words: scaleOf(papers.map(({ terms }) => scoreWords(query, terms, length))),
    meaning: cosines.length < MEASURED_MIN ? null : scaleOf(cosines),
    length,
  }
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
  return { mean, deviation: Math.sqrt(square) }
}

/** The parts of a paper's score. */
export interface ScoreParts {
  covered: number
  words: number
  /** Null if the meaning of paper and question cannot be compared. */
  meaning: number | null
}

export function partsOf({ query, words, meaning, length }: MeasuredQuery, paper: QuestionPaper): ScoreParts {
  const byWords = scoreWords(query, paper.terms, length)
  const z = (byWords - words.mean) / Math.max(words.deviation, DEVIATION_MIN)
  const cosine = meaning === null ? null : scoreMeaning(query, paper)
  return {
    covered: query.total > 0 ? byWords / query.total : 0,
    words: Math.log1p(Math.max(0, z)),
    meaning: cosine === null || meaning === null ? null : (cosine - meaning.mean) / Math.max(meaning.deviation, 1e-6),
  }
}

/** The logarithm of the odds that a paper answers the question, before anything is known from its reader. */
export function scorePaper(measured: MeasuredQuery, paper: QuestionPaper): number {
  const parts = partsOf(measured, paper)
  const { space } = paper
  const { bias, covered, words, meaning } =
    WEIGHTS[parts.meaning === null || space === null ? 'none' : isLatent(space) ? 'latent' : 'embedding']
  return bias + covered * parts.covered + words * parts.words + meaning * (parts.meaning ?? 0)
}
