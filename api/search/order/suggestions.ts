import type { QueryWord, Words } from '../query/condition.ts'
import type { Vocabulary, VocabularyWord } from './library.ts'

/** A rare word is treated as a misspelling if the closest word is in at papersMin this many times as many papers. */
const FREQUENCY_RATIO = 20

/** A longer word is not corrected: the text of its possible corrections grows with the square of its length. */
const LETTERS_MAX = 40

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
  vocabulary: Vocabulary,
  text: string,
  { marks, ...limits }: { marks: readonly Words[] } & Limits,
): Suggestion | undefined {
  let suggestion = text
  const replaced: Replaced[] = []
  const words = marks.flatMap(({ words, prefix }) =>
    prefix && isPrefix(vocabulary, words.at(-1)) ? words.slice(0, -1) : words,
  )
  // A word can be in two phrases.
  const byStart = new Map(words.map((word) => [word.start, word]))
  // From the end, so that the positions of the earlier words stay valid.
  for (const { word, start, end } of [...byStart.values()].toSorted((one, other) => other.start - one.start)) {
    const papers = vocabulary.papersOf(word)
    const closest = papers > limits.rareMax ? undefined : findClosest(vocabulary, { word, papers }, limits.editsMax)
    if (closest === undefined) continue
    suggestion = suggestion.slice(0, start) + closest + suggestion.slice(end)
    replaced.push({ typed: text.slice(start, end), word, papers, closest })
  }
  return suggestion === text ? undefined : { q: suggestion, replaced }
}

/** Whether some word of the index starts with `last`: a word that is still being typed is then not a misspelling. */
const isPrefix = (vocabulary: Vocabulary, last: QueryWord | undefined): boolean =>
  last !== undefined && vocabulary.hasWordFrom(last.word)

function findClosest(vocabulary: Vocabulary, { word, papers }: VocabularyWord, editsMax: number): string | undefined {
  if (word.length < 4 || word.length > LETTERS_MAX || !/^\p{L}+$/u.test(word)) return undefined
  const distanceMax = word.length < 7 ? 1 : editsMax
  const papersMin = Math.max(1, papers * FREQUENCY_RATIO)
  const often = Math.max(papersMin, rareIn(vocabulary))
  const near = pickClosest(word, vocabulary.findNear(word, { often, edits: 1 }), 1)
  if (near !== undefined || distanceMax === 1) return near
  return pickClosest(word, vocabulary.findNear(word, { often, edits: distanceMax }), distanceMax)
}

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

/** In a large library a word in fewer papers than this is not what was meant. */
const rareIn = ({ size }: Vocabulary): number => Math.ceil(size / 50_000)

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
