import { COLUMNS, PhraseCounter, type TokenPhrase } from '../index/packedTokens.ts'
import type { Words } from '../query/condition.ts'
import type { Proximity } from './proximity.ts'

/** A paper that matches. In descending order of `row` papers are newest first. */
export interface Match {
  row: number
  score: number
}

/** Constants of BM25, as in FTS5. https://sqlite.org/fts5.html#the_bm25_function */
export const BM25 = { k1: 1.2, b: 0.75, idfMin: 1e-6, weights: [3, 2, 1] } as const

/** Number of tiers per factor of e in score: scores within about 2 % of each other tie, and are sorted newest first. */
const TIES_PER_E = 50

/** What is known of the words of the library. */
export interface WordForms {
  /** Returns the hashes of the words with the stem of `word`, and of `word`. */
  formsOf(word: string): ReadonlySet<number>
  /** Returns the hashes of the words that start with `prefix`, and of those with its stem. */
  formsFrom(prefix: string): ReadonlySet<number>
  /** Returns an upper bound of the papers that match each word of a phrase, in order. */
  countPapersByWord(mark: Words): readonly number[]
}

export interface Scoring {
  /** The words that count. */
  marks: readonly Words[]
  proximity: Proximity | null
  forms: WordForms
  /** Number of papers of the library. */
  size: number
  /** Mean number of words of a paper. */
  lengthMean: number
}

/** Scores papers by their packed words with BM25, raised by proximity. Best first; near-ties are sorted newest first. */
export function scoreTexts(
  texts: Iterable<readonly [row: number, words: Uint8Array]>,
  { marks, proximity, forms, size, lengthMean }: Scoring,
): Match[] {
  const phrases = marks.map((mark) => toPhrase(mark, forms, size))
  const counter = new PhraseCounter([...phrases, ...(proximity?.phrases ?? [])])
  const scores = new Map<number, number>()
  for (const [row, words] of texts) {
    counter.count(words)
    const norm = BM25.k1 * (1 - BM25.b + (BM25.b * counter.length) / lengthMean)
    let score = 0
    for (const [index, { idf, columns }] of phrases.entries()) {
      let frequency = 0
      for (const column of columns)
        frequency += (BM25.weights[column] as number) * (counter.counts[index * COLUMNS.length + column] as number)
      score += (idf * frequency * (BM25.k1 + 1)) / (frequency + norm)
    }
    scores.set(row, score * (proximity?.measure(counter, phrases.length) ?? 1))
  }
  return sortByTier([...scores].map(([row, score]) => ({ row, score })))
}

interface ScoredPhrase extends TokenPhrase {
  idf: number
  /** The columns that count. */
  columns: readonly number[]
}

/** The number of papers with a phrase is not known; that of its rarest word is an upper bound. */
function toPhrase(mark: Words, forms: WordForms, size: number): ScoredPhrase {
  const papers = Math.min(...forms.countPapersByWord(mark))
  return {
    positions: mark.words.map(({ word }, index) =>
      mark.prefix && index === mark.words.length - 1 ? forms.formsFrom(word) : forms.formsOf(word),
    ),
    idf: Math.max(BM25.idfMin, Math.log((size - papers + 0.5) / (papers + 0.5))),
    columns: mark.field === null ? [...COLUMNS.keys()] : [COLUMNS.indexOf(mark.field)],
  }
}

/** Near-ties are sorted newest first. */
export function sortByTier(found: readonly Match[]): Match[] {
  // Words in more than half of the papers score almost 0. The logarithm of 0, -Infinity, ties with itself.
  return found
    .map((match) => ({ match, tier: Math.round(Math.log(match.score) * TIES_PER_E) }))
    .sort((one, other) => (one.tier === other.tier ? 0 : other.tier - one.tier) || other.match.row - one.match.row)
    .map(({ match }) => match)
}
