import type { Database } from 'bun:sqlite'
import { learnAbbreviations, stemKey } from '../../text/abbreviations.ts'
import { stemWord } from '../../text/stems.ts'

/** Adds the words of papers: word -> number of papers to add. */
export function countWords(database: Database, counts: ReadonlyMap<string, number>): void {
  const count = database.query(
    'INSERT INTO vocabulary VALUES (?1, ?2, max(1, ?3)) ON CONFLICT (word) DO UPDATE SET papers = papers + ?3',
  )
  for (const [word, added] of counts) count.run(word, stemWord(word), added)
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
