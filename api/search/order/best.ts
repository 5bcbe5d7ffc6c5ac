import type { Database } from 'bun:sqlite'
import { PhraseCounter } from '../index/packedTokens.ts'
import type { Words } from '../query/condition.ts'
import type { Matching } from './matching.ts'
import type { Proximity } from './proximity.ts'
import { scoreTexts, sortByTier, type Match } from './scoring.ts'
import { countPapersByWord, readForms, readPrefixForms } from './wordForms.ts'

/** The best matches whose words are compared with what was typed. */
const COMPARED = 100

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
  const forms = {
    formsOf: (word: string) => readForms(database, word),
    formsFrom: (prefix: string) => readPrefixForms(database, prefix),
    countPapersByWord: (mark: Words) => countPapersByWord(database, mark, size),
  }
  return scoreTexts(readTokens(database, rows), {
    marks,
    proximity,
    forms,
    size,
    lengthMean: tokens / Math.max(1, size),
  })
}

/** Reads the packed words of papers. One statement for all: one for each takes several times as long. */
export const readTokens = (database: Database, rows: readonly number[]) =>
  database.query('SELECT row, words FROM json_each(?) JOIN tokens ON row = value').values(JSON.stringify(rows)) as [
    row: number,
    tokens: Uint8Array,
  ][]
