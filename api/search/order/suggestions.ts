import type { Database } from 'bun:sqlite'
import type { QueryWord, Words } from '../query/condition.ts'

interface VocabularyWord {
  word: string
  papers: number
}

/** A rare word is treated as a misspelling if the closest word is in at papersMin this many times as many papers. */
const FREQUENCY_RATIO = 20

/** In letters. */
const START = 3
/** A longer word is not corrected: the text of its possible corrections grows with the square of its length. */
const LETTERS_MAX = 40
/** Most words that are compared with a word of the query. */
const CANDIDATES_MAX = 20_000

interface Limits {
  rareMax: number
  editsMax: 1 | 2
}

export interface Replaced {
  /** As in the query. */
  typed: string
  word: string
  /** How many papers have it. */
  papers: number
  closest: string
}

export interface Suggestion {
  q: string
  replaced: Replaced[]
}

/**
 * Returns the query with each unknown or rare word replaced by the closest word of the index, at an edit distance of 1
 * for words of four to six letters and of up to `editsMax` for longer ones. A word in more than `rareMax` papers is not
 * rare. The rest of the query stays as typed. Returns undefined when nothing changes.
 */
export function suggest(
  database: Database,
  text: string,
  { marks, ...limits }: { marks: readonly Words[] } & Limits,
): Suggestion | undefined {
  let suggestion = text
  const replaced: Replaced[] = []
  const words = marks.flatMap(({ words, prefix }) =>
    prefix && isPrefix(database, words.at(-1)) ? words.slice(0, -1) : words,
  )
  // A word can be in two phrases.
  const byStart = new Map(words.map((word) => [word.start, word]))
  // From the end, so that the positions of the earlier words stay valid.
  for (const { word, start, end } of [...byStart.values()].toSorted((one, other) => other.start - one.start)) {
    const papers = countPapers(database, word)
    const closest = papers > limits.rareMax ? undefined : findClosest(database, { word, papers }, limits.editsMax)
    if (closest === undefined) continue
    suggestion = suggestion.slice(0, start) + closest + suggestion.slice(end)
    replaced.push({ typed: text.slice(start, end), word, papers, closest })
  }
  return suggestion === text ? undefined : { q: suggestion, replaced }
}

const countPapers = (database: Database, word: string): number =>
  database.query<VocabularyWord, [string]>('SELECT word, papers FROM vocabulary WHERE word = ?').get(word)?.papers ?? 0

/** Whether some word of the index starts with `last`: a word that is still being typed is then not a misspelling. */
const isPrefix = (database: Database, last: QueryWord | undefined): boolean =>
  last !== undefined &&
  database
    .query('SELECT 1 FROM vocabulary WHERE word >= ?1 AND word < ?2 LIMIT 1')
    .get(last.word, `${last.word}\u{10ffff}`) !== null

function findClosest(database: Database, { word, papers }: VocabularyWord, editsMax: number): string | undefined {
  if (word.length < 4 || word.length > LETTERS_MAX || !/^\p{L}+$/u.test(word)) return undefined
  const distanceMax = word.length < 7 ? 1 : editsMax
  const papersMin = Math.max(1, papers * FREQUENCY_RATIO)
  const often = Math.max(papersMin, rareIn(database))
  const near = pickClosest(word, readWords(database, word, often), 1)
  if (near !== undefined || distanceMax === 1) return near
  const candidates = database
    .query<VocabularyWord, [string, number, number, number, number]>(
      `SELECT word, papers FROM json_each(?1) JOIN vocabulary
       ON word >= json_each.value AND word < json_each.value || '\u{10ffff}'
       WHERE length(word) BETWEEN ?2 AND ?3 AND papers >= ?4 LIMIT ?5`,
    )
    .iterate(
      JSON.stringify(misspelledStarts(word)),
      word.length - distanceMax,
      word.length + distanceMax,
      often,
      CANDIDATES_MAX,
    )
  return pickClosest(word, candidates, distanceMax)
}

/** Returns the words of the index in at least `often` papers that are one edit away from `word`. */
const readWords = (database: Database, word: string, often: number): VocabularyWord[] =>
  database
    .query<VocabularyWord, [string, number]>(
      'SELECT word, papers FROM json_each(?) JOIN vocabulary ON word = value WHERE papers >= ?',
    )
    .all(JSON.stringify(editsOf(word, word.length + 1)), often)

/** Returns the candidate with the smallest distance up to `distanceMax`; of several the one in the most papers. */
function pickClosest(word: string, candidates: Iterable<VocabularyWord>, distanceMax: number): string | undefined {
  const letters = lettersOf(word)
  let best: (VocabularyWord & { distance: number }) | undefined
  for (const candidate of candidates) {
    if (candidate.word === word || countDifferent(letters, lettersOf(candidate.word)) > 2 * distanceMax) continue
    const distance = editDistance(word, candidate.word, distanceMax)
    if (distance > distanceMax) continue
    // A letter that is missing at the end is more likely than another one: "serie" is "series" rather than "serve".
    const [longer, bestLonger] = [candidate.word.startsWith(word), best?.word.startsWith(word) ?? false]
    const better =
      !best ||
      distance < best.distance ||
      (distance === best.distance &&
        (longer === bestLonger
          ? candidate.papers > best.papers || (candidate.papers === best.papers && candidate.word < best.word)
          : longer))
    if (better) best = { ...candidate, distance }
  }
  return best?.word
}

/** The letters of a word as a set of bits; others than a to z share some. */
function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** Counts the letters that only one of two sets has. An edit of a word changes at most two. */
function countDifferent(one: number, other: number): number {
  let count = 0
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count++
  return count
}

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

/** In a large library a word in fewer papers than this is not what was meant. */
const rareIn = (database: Database): number =>
  Math.ceil((database.query<{ size: number }, []>('SELECT size FROM state').get()?.size ?? 0) / 50_000)

/**
 * Edit distance between two words: letters inserted, deleted, replaced or swapped with their neighbour (optimal string
 * alignment). Returns `most + 1` as soon as the distance exceeds `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      current.push(least)
    }
    if (Math.min(...current) > most) return most + 1
    before = last
    last = current
  }
  return last[other.length] ?? 0
}
