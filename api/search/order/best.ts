import type { Database } from 'bun:sqlite'
import { COLUMNS, PhraseCounter, type TokenPhrase } from '../index/packedTokens.ts'
import type { Words } from '../query/condition.ts'
import type { Proximity } from './proximity.ts'
import type { Match, Matching } from './matching.ts'
import { countPapersByWord, readForms, readPrefixForms } from './wordForms.ts'

/** The best matches whose words are compared with what was typed. */
const COMPARED = 100
/** Number of tiers per factor of e in score: scores within about 2 % of each other tie, and are sorted newest first. */
const TIES_PER_E = 50

/** Constants of BM25, as in FTS5. https://sqlite.org/fts5.html#the_bm25_function */
export const BM25 = { k1: 1.2, b: 0.75, idfMin: 1e-6, weights: [3, 2, 1] } as const

/**
 * Returns the best `count` of all matches, by FTS5's BM25; near-ties are sorted newest first. The score of the first 100 is
 * raised by `proximity`. FTS5 reads every posting of every word, and scores every match.
 */
export function rankAll(
  database: Database,
  { where, values }: Matching,
  { count, proximity }: { count: number; proximity: Proximity | null },
): Match[] {
  const found = database
    .query<Match, (string | number)[]>(
      `SELECT rowid AS row, -bm25(words, 3.0, 2.0, 1.0, 0.0) AS score FROM words WHERE ${where}
       ORDER BY score DESC LIMIT ${count}`,
    )
    .all(...values)
  if (proximity) {
    const counter = new PhraseCounter(proximity.phrases)
    const best = new Map(found.slice(0, COMPARED).map((match) => [match.row, match]))
    for (const [row, tokens] of readTokens(database, [...best.keys()])) {
      counter.count(tokens)
      const match = best.get(row)
      if (match) match.score *= proximity.measure(counter, 0)
    }
  }
  return sortByTier(found)
}

/**
 * Returns the papers in these rows, best first, as `rankAll` orders them. Reads the words of these papers only, so its
 * time does not depend on how common the words are.
 */
export function rankRows(
  database: Database,
  rows: readonly number[],
  { marks, proximity }: { marks: readonly Words[]; proximity: Proximity | null },
): Match[] {
  const state = database.query<{ size: number; tokens: number }, []>('SELECT size, tokens FROM state').get()
  const { size = 0, tokens = 0 } = state ?? {}
  const phrases = marks.map((mark) => toPhrase(database, mark, size))
  const counter = new PhraseCounter([...phrases, ...(proximity?.phrases ?? [])])
  const lengthMean = tokens / Math.max(1, size)
  const scores = new Map<number, number>()
  for (const [row, words] of readTokens(database, rows)) {
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

/** Reads the packed words of papers. One statement for all: one for each takes several times as long. */
export const readTokens = (database: Database, rows: readonly number[]) =>
  database.query('SELECT row, words FROM json_each(?) JOIN tokens ON row = value').values(JSON.stringify(rows)) as [
    row: number,
    tokens: Uint8Array,
  ][]

interface ScoredPhrase extends TokenPhrase {
  idf: number
  /** The columns that count. */
  columns: readonly number[]
}

/** The number of papers with a phrase is not known; that of its rarest word is an upper bound. */
function toPhrase(database: Database, mark: Words, size: number): ScoredPhrase {
  const papers = Math.min(...countPapersByWord(database, mark, size))
  return {
    positions: mark.words.map(({ word }, index) =>
      mark.prefix && index === mark.words.length - 1 ? readPrefixForms(database, word) : readForms(database, word),
    ),
    idf: Math.max(BM25.idfMin, Math.log((size - papers + 0.5) / (papers + 0.5))),
    columns: mark.field === null ? [...COLUMNS.keys()] : [COLUMNS.indexOf(mark.field)],
  }
}

/** Near-ties are sorted newest first. */
function sortByTier(found: readonly Match[]): Match[] {
  // Words in more than half of the papers score almost 0. The logarithm of 0, -Infinity, ties with itself.
  return found
    .map((match) => ({ match, tier: Math.round(Math.log(match.score) * TIES_PER_E) }))
    .sort((one, other) => (one.tier === other.tier ? 0 : other.tier - one.tier) || other.match.row - one.match.row)
    .map(({ match }) => match)
}
