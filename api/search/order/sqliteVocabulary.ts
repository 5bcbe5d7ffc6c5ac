import type { Database } from 'bun:sqlite'
import type { Vocabulary, VocabularyWord } from './library.ts'

/** In letters. */
const START = 3
/** Most words that are compared with a word of the query. */
const CANDIDATES_MAX = 20_000

/** The table `vocabulary` of the index. */
export const readVocabulary = (database: Database): Vocabulary => ({
  get size() {
    return database.query<{ size: number }, []>('SELECT size FROM state').get()?.size ?? 0
  },
  papersOf: (word) =>
    database.query<VocabularyWord, [string]>('SELECT word, papers FROM vocabulary WHERE word = ?').get(word)?.papers ??
    0,
  hasWordFrom: (prefix) =>
    database
      .query('SELECT 1 FROM vocabulary WHERE word >= ?1 AND word < ?2 LIMIT 1')
      .get(prefix, `${prefix}\u{10ffff}`) !== null,
  findNear: (word, { often, edits }) =>
    edits === 1 ? readWords(database, word, often) : findCandidates(database, word, { often, edits }),
})

/** Returns the words of the index in at least `often` papers that are one edit away from `word`. */
const readWords = (database: Database, word: string, often: number): VocabularyWord[] =>
  database
    .query<VocabularyWord, [string, number]>(
      'SELECT word, papers FROM json_each(?) JOIN vocabulary ON word = value WHERE papers >= ?',
    )
    .all(JSON.stringify(editsOf(word, word.length + 1)), often)

const findCandidates = (
  database: Database,
  word: string,
  { often, edits }: { often: number; edits: number },
): Iterable<VocabularyWord> =>
  database
    .query<VocabularyWord, [string, number, number, number, number]>(
      `SELECT word, papers FROM json_each(?1) JOIN vocabulary
       ON word >= json_each.value AND word < json_each.value || '\u{10ffff}'
       WHERE length(word) BETWEEN ?2 AND ?3 AND papers >= ?4 LIMIT ?5`,
    )
    .iterate(JSON.stringify(misspelledStarts(word)), word.length - edits, word.length + edits, often, CANDIDATES_MAX)

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Returns the starts, of three letters, of the words that may be meant: those of the word itself and with one edit in it.
 * Each is a range of the vocabulary's key, so that only a small part of the vocabulary is read. A word with two edits in
 * its first three letters is not found.
 */
const misspelledStarts = (word: string): string[] => [
  ...new Set([word, ...editsOf(word, START)].map((start) => start.slice(0, START))),
]

/** Returns the words with one edit of `word` at one of its first `places`: a letter less, more, swapped or replaced. */
function editsOf(word: string, places: number): string[] {
  const edits = new Set<string>()
  for (let at = 0; at < places; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    edits.add(before + after.slice(1))
    edits.add(before + (after[1] ?? '') + after.slice(0, 1) + after.slice(2))
    for (const letter of LETTERS) {
      edits.add(before + letter + after)
      edits.add(before + letter + after.slice(1))
    }
  }
  return [...edits]
}
