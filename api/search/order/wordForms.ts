import type { Database } from 'bun:sqlite'
import { stemWord } from '../../text/stems.ts'
import { hashWord } from '../index/packedTokens.ts'
import type { Words } from '../query/condition.ts'

/** Most words of one stem or prefix that are compared with the words of a paper. */
const FORMS_MAX = 2_000

/** Returns the hashes of the words of the index with the stem of `word`, and of `word`. */
export function readForms(database: Database, word: string): Set<number> {
  const rows = database
    .query<{ word: string }, [string, number]>('SELECT word FROM vocabulary WHERE stem = ? LIMIT ?')
    .all(stemWord(word), FORMS_MAX)
  return new Set([word, ...rows.map((row) => row.word)].map(hashWord))
}

/** Returns the hashes of the words of the index that start with `prefix`, and of those with its stem. */
export function readPrefixForms(database: Database, prefix: string): Set<number> {
  const rows = database
    .query<{ word: string }, [string, string, number]>(
      'SELECT word FROM vocabulary WHERE word >= ? AND word < ? LIMIT ?',
    )
    .all(prefix, `${prefix}\u{10ffff}`, FORMS_MAX)
  return new Set([...readForms(database, prefix), ...rows.map((row) => hashWord(row.word))])
}

/** Returns how many papers have a word with the stem of `word`, counted once for each form. */
export const countPapersWith = (database: Database, word: string): number =>
  database
    .query<{ papers: number }, [string]>('SELECT coalesce(sum(papers), 0) AS papers FROM vocabulary WHERE stem = ?')
    .get(stemWord(word))?.papers ?? 0

/** Returns how many papers have a word that starts with `prefix`, counted once for each word. */
export const countPapersFrom = (database: Database, prefix: string): number =>
  database
    .query<{ papers: number }, [string, string]>(
      'SELECT coalesce(sum(papers), 0) AS papers FROM vocabulary WHERE word >= ? AND word < ?',
    )
    .get(prefix, `${prefix}\u{10ffff}`)?.papers ?? 0

/** Prefixes of this length have few enough words to be counted; shorter ones are taken to be in every paper. */
const COUNTED_FROM = 4

/** Returns an upper bound of the papers that match each word of a phrase, in order. */
export function countPapersByWord(database: Database, { words, prefix }: Words, size: number): number[] {
  return words.map(({ word }, index) => {
    if (!prefix || index < words.length - 1) return Math.min(size, countPapersWith(database, word))
    if (word.length < COUNTED_FROM) return size
    return Math.min(size, countPapersFrom(database, word))
  })
}
