import type { Database } from 'bun:sqlite'
import { learnAbbreviations, stemKey } from '../../text/abbreviations.ts'
import { stemWord } from '../../text/stems.ts'

/**
 * Adds the words of papers: word -> number of papers to add. A word with 0 is added as that of one paper if it is new,
 * and otherwise not counted.
 */
export function countWords(database: Database, counts: ReadonlyMap<string, number>): void {
  // In the order of the key, so that words of the same page follow each other.
  const words = [...counts.keys()].sort().map((word): [string, number] => [word, counts.get(word) ?? 0])
  const counted = words.filter(([, papers]) => papers > 0)
  const uncounted = words.filter(([, papers]) => papers === 0).map(([word]): [string, number] => [word, 1])
  insertWords(database, counted, 'UPDATE SET papers = papers + excluded.papers')
  insertWords(database, uncounted, 'NOTHING')
}

/** One statement for all words: a call for each takes twice as long. */
function insertWords(database: Database, words: readonly (readonly [string, number])[], ifKnown: string): void {
  database
    .query(
      `INSERT INTO vocabulary SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
       ON CONFLICT (word) DO ${ifKnown}`,
    )
    .run(JSON.stringify(words.map(([word, papers]) => [word, stemWord(word), papers])))
}

/** Adds the abbreviations that the texts of new papers define. */
export function countAbbreviations(database: Database, texts: readonly string[]): void {
  const count = database.query(
    `INSERT INTO abbreviations VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (short_key, long_key) DO UPDATE SET texts = texts + ?5`,
  )
  for (const { short, long, texts: added } of learnAbbreviations(texts))
    count.run(stemKey(short), stemKey(long), short.join(' '), long.join(' '), added)
}
