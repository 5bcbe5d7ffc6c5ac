import type { AbbreviationTable } from '../text/abbreviations.ts'
import { authorKeys, readAuthorName, type AuthorName } from '../text/authorName.ts'
import { extendToFormulas, plainText, toSegments, type TextRange } from '../text/segments.ts'
import { toAmerican } from '../text/spelling.ts'
import { stemWord } from '../text/stems.ts'
import { readWords, type Word } from '../text/words.ts'

/** The fields of a paper that interests are looked for in. */
export interface PaperText {
  title: string
  abstract: string
  authors: readonly string[]
}

/** The words and authors of a paper, read once for all readers. */
export interface PaperWords {
  paper: PaperText
  title: readonly Word[]
  abstract: readonly Word[]
  authors: readonly AuthorName[]
}

export const readPaperWords = (paper: PaperText): PaperWords => ({
  paper,
  title: readWords(paper.title),
  abstract: readWords(paper.abstract),
  authors: paper.authors.map(readAuthorName),
})

/** An author of a paper. `position` is the position of the paper in the day. */
export interface IndexedAuthor {
  position: number
  name: string
  parsed: AuthorName
}

/** The words of all papers in one sequence, numbered from 0, with a gap after each title and abstract. */
export interface DayWords {
  /** Number of papers. */
  size: number
  /** Folded, in American spelling. */
  plain: WordList
  stems: WordList
  /** Number of a word -> position of its paper. */
  positions: Uint32Array
  isInTitle(number: number): boolean
  /** Returns the text of the words from number `first` to `last` as the paper writes it, without TeX. */
  write(first: number, last: number): string
  /** Key of `authorKeys` -> authors. */
  authors: ReadonlyMap<string, readonly IndexedAuthor[]>
  abbreviations: AbbreviationTable | undefined
  /** See `findOnce`. */
  answers: Map<string, unknown>
}

export interface WordList {
  at: readonly string[]
  /** Word -> its numbers, ascending. */
  numbers: ReadonlyMap<string, readonly number[]>
}

/** In a gap: equals no word, so that no phrase matches across it. */
const GAP = ''

/**
 * Indexes the papers of a day. A paper is known by its position in `papers`. With `abbreviations`, keywords are found in
 * their short and long forms.
 */
export function indexWords(papers: readonly PaperWords[], abbreviations?: AbbreviationTable): DayWords {
  const words: (Word | null)[] = []
  const abstractStarts: number[] = []
  const authors = new Map<string, IndexedAuthor[]>()
  const ends: number[] = []
  for (const [position, { paper, title, abstract, authors: names }] of papers.entries()) {
    words.push(...title, null)
    abstractStarts.push(words.length)
    words.push(...abstract, null)
    ends.push(words.length)
    for (const [index, parsed] of names.entries())
      for (const key of authorKeys(parsed)) addTo(authors, key, { position, name: paper.authors[index] ?? '', parsed })
  }
  const positions = new Uint32Array(words.length)
  for (const [position, end] of ends.entries()) positions.fill(position, ends[position - 1] ?? 0, end)
  const isInTitle = (number: number) => number < (abstractStarts[positions[number] ?? 0] ?? 0)
  return {
    size: papers.length,
    plain: listWords(words.map((word) => (word ? toAmerican(word.word) : GAP))),
    stems: listWords(words.map((word) => (word ? stemWord(word.word) : GAP))),
    positions,
    isInTitle,
    write(first, last) {
      const text = papers[positions[first] ?? 0]?.paper[isInTitle(first) ? 'title' : 'abstract'] ?? ''
      return readWritten(text, [words[first]?.start ?? 0, words[last]?.end ?? 0])
    },
    authors,
    abbreviations,
    answers: new Map(),
  }
}

/** Many readers ask for the same words. The limit bounds the memory. */
const ANSWERS_MAX = 20_000

/** Returns what `find` returned the last time for this question, or calls it. A question has one type of answer. */
export function findOnce<Answer>({ answers }: DayWords, question: string, find: () => Answer): Answer {
  const known = answers.get(question)
  if (known !== undefined) return known as Answer
  const answer = find()
  if (answers.size >= ANSWERS_MAX) answers.clear()
  answers.set(question, answer)
  return answer
}

/** Returns a part of a stored text as plain text, with the whole of each formula that it is in. */
function readWritten(text: string, range: TextRange): string {
  const [start, end] = range
  // Most words are outside of formulas: then there is no TeX in them and no formula is open before them.
  const isPlain = !/[$\\]/.test(text.slice(start, end)) && isOutside(text.slice(0, start))
  if (isPlain) return text.slice(start, end)
  const [whole = range] = extendToFormulas([range], text)
  return plainText(toSegments(text.slice(...whole)))
}

const isOutside = (before: string) => !/\\[([]/.test(before) && before.split('$').length % 2 === 1

function listWords(at: readonly string[]): WordList {
  const numbers = new Map<string, number[]>()
  for (const [number, word] of at.entries()) if (word !== GAP) addTo(numbers, word, number)
  return { at, numbers }
}

/** A phrase: for each of its consecutive words the forms that match. */
export type Phrase = readonly ReadonlySet<string>[]

/** Returns the numbers of the words that start the phrase, in any order. */
export function findPhrase({ at, numbers }: WordList, phrase: Phrase): number[] {
  // Only the occurrences of the rarest word are looked at.
  let rarest: { offset: number; occurrences: number } | null = null
  for (const [offset, forms] of phrase.entries()) {
    let occurrences = 0
    for (const form of forms) occurrences += numbers.get(form)?.length ?? 0
    if (rarest === null || occurrences < rarest.occurrences) rarest = { offset, occurrences }
  }
  if (rarest === null || rarest.occurrences === 0) return []
  const { offset } = rarest
  const found: number[] = []
  const forms = phrase[offset] ?? new Set()
  for (const form of forms)
    for (const number of numbers.get(form) ?? []) {
      const first = number - offset
      if (phrase.every((wanted, index) => wanted.has(at[first + index] ?? GAP))) found.push(first)
    }
  return found
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
