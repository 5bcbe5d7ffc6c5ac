import { toPlainMath } from '../../text/mathText.ts'
import { stemWord } from '../../text/stems.ts'
import { texToText } from '../../text/tex.ts'
import { readWords, type Word } from '../../text/words.ts'
import { hashPair, hashText } from './hash.ts'
import { functionWords } from './functionWords.ts'

/** The text that terms are read from. */
export interface PaperText {
  title: string
  abstract: string
}

/**
 * The terms of a paper's title and abstract. A term is a word, or two adjacent words of one clause or compound, stemmed
 * and known by a 32-bit hash, so that it depends on no vocabulary. `ids` ascend; `counts` are occurrences, one in the
 * title counting as `TITLE_WEIGHT`, 255 at most.
 */
export interface TermCounts {
  ids: Uint32Array
  counts: Uint8Array
}

/** One occurrence in the title counts as this many in the abstract. */
export const TITLE_WEIGHT = 2
const COUNT_MAX = 255

/** Returns the terms of a paper. Empty for an empty text; never throws. */
export function countTerms({ title, abstract }: PaperText): TermCounts {
  const found = new Map<number, number>()
  const add = (text: string, weight: number) => {
    for (const { id } of readTerms(text)) found.set(id, (found.get(id) ?? 0) + weight)
  }
  add(title, TITLE_WEIGHT)
  add(abstract, 1)
  const ids = Uint32Array.from(found.keys()).sort()
  return { ids, counts: Uint8Array.from(ids, (id) => Math.min(COUNT_MAX, found.get(id) ?? 0)) }
}

/**
 * The terms of a topic that a reader typed. Of several words only their pairs: a paper about a policy is not about
 * "diffusion policies".
 */
export function countPhrase(text: string): TermCounts {
  const isPhrase = termWords(text).length > 1
  const found = readTerms(text).filter(({ isPair }) => isPair === isPhrase)
  const ids = Uint32Array.from(new Set(found.map(({ id }) => id))).sort()
  return { ids, counts: new Uint8Array(ids.length).fill(TITLE_WEIGHT) }
}

/**
 * Returns the label of each of `ids` that is a term of the paper: as the paper writes it, TeX as Unicode. Of several
 * spellings the one with the fewest capitals, then the first: a title may have capitals that mean nothing. `termId` of a
 * label is the term. Ids that the paper does not have, or has only in web addresses, are missing.
 */
export function explainTerms(
  { title, abstract }: PaperText,
  ids: ReadonlySet<number> | Iterable<number>,
): Map<number, string> {
  const wanted = ids instanceof Set ? (ids as ReadonlySet<number>) : new Set(ids)
  const texts = new Map<number, string>()
  for (const text of [title, abstract])
    for (const { id, start, end } of readTerms(withoutAddresses(text))) {
      if (!wanted.has(id)) continue
      const known = texts.get(id)
      const written = text.slice(start, end)
      if (known === undefined || countCapitals(written) < countCapitals(known)) texts.set(id, written)
    }
  return new Map([...texts].map(([id, text]) => [id, toLabel(id, text)]))
}

/**
 * Replaces web addresses, keeping all positions. "https" or "co/datasets" explains nothing to a reader. The model keeps
 * these terms: a laboratory names its address in each of its papers.
 */
export const withoutAddresses = (text: string): string =>
  text.replace(/\b(?:https?:\/\/|www\.)\S+/gi, (address) => ';'.repeat(address.length))

const countCapitals = (text: string): number => text.match(/\p{Lu}/gu)?.length ?? 0

/**
 * Part of a text as plain text: without quotes and a final 's. A part of a formula may lack its delimiters and braces.
 * `id` is the term that the result must still be; null for any.
 */
export function toLabel(id: number | null, written: string): string {
  const spaced = written.replace(/\s+/g, ' ')
  const bare = spaced.replace(/["“”]|['’]s$/g, '')
  const isSame = (label: string) => id === null || termId(label) === id
  const text = isSame(bare) ? bare : spaced
  if (!/[$\\{}_^]/.test(text)) return text
  // Empty braces end the command before them, as the delimiter did.
  const tex = text.replace(/\$|\\[()[\]]/g, '{}')
  const unclosed = tex.split('{').length - tex.split('}').length
  const plain = toPlainMath(texToText(tex + '}'.repeat(Math.max(0, unclosed))))
  const readable = [plain.replace(UNSHIFTED, '$1'), plain.replace(UNSHIFTED, ' $1'), plain]
  return readable.find(isSame) ?? text
}

/** Letters that Unicode has not all as subscripts or superscripts: "n_S", "f_(NL)". */
const UNSHIFTED = /[_^]\(?(\p{L}+)\)?/gu

/** Returns the id of a term written by a reader, or null if it has not one or two words with a meaning. */
export const termId = (text: string): number | null => termOf(termWords(text))

/** Returns the id of the term with these `termWords`; null unless they are one or two. */
export function termOf(words: readonly string[]): number | null {
  const [first, second, ...more] = words.map(hashText)
  if (first === undefined || more.length > 0) return null
  return second === undefined ? first : hashPair(first, second)
}

/** Returns the words of a text that terms are made of, stemmed: those of "chain-of-thought" are "chain" and "thought". */
export const termWords = (text: string): string[] =>
  readWords(text).flatMap(({ word }) => (functionWords.has(word) ? [] : stemWord(word)))

/**
 * Whether two terms, by their `termWords`, say the same: one has only words of the other, or begins with the last word of
 * the other, as the halves of a longer phrase do.
 */
export function saysTheSame(one: readonly string[], other: readonly string[]): boolean {
  const joined = one[0] === other[other.length - 1] || one[one.length - 1] === other[0]
  return joined || hasAll(one, other) || hasAll(other, one)
}

/** A loop, as millions of reasons are compared for the readers of a day. */
function hasAll(words: readonly string[], of: readonly string[]): boolean {
  for (const word of of) if (!words.includes(word)) return false
  return true
}

interface Term {
  id: number
  /** Half-open range of characters in the text. */
  start: number
  end: number
  isPair: boolean
}

/** Returns the occurrences of terms in the order of the text. */
export function readTerms(text: string): Term[] {
  const terms: Term[] = []
  const words = readWords(text)
  let before: (Word & { hash: number }) | null = null
  for (const [index, { word, start, end }] of words.entries()) {
    if (functionWords.has(word)) {
      if (!isHyphenated(text, words, index)) before = null
      continue
    }
    const hash = hashText(stemWord(word))
    if (word.length > 1) terms.push({ id: hash, start, end, isPair: false })
    if (before !== null && isJoined(text, before.end, start))
      terms.push({ id: hashPair(before.hash, hash), start: before.start, end, isPair: true })
    before = { word, start, end, hash }
  }
  return terms
}

/** Whether the word at `index` is the middle of a compound of three: "chain-of-thought", not "state-of-the-art". */
function isHyphenated(text: string, words: readonly Word[], index: number): boolean {
  const [before, word, after] = [words[index - 1], words[index], words[index + 1]]
  if (!before || !word || !after || functionWords.has(after.word)) return false
  return /^[-‐‑]$/.test(text.slice(before.end, word.start)) && /^[-‐‑]$/.test(text.slice(word.end, after.start))
}

/** Whether two neighbouring words are in one clause: nothing between them ends a sentence or opens a parenthesis. */
function isJoined(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (',;:!?()[]'.includes(text[at]!) || (text[at] === '.' && to - from > 1)) return false
  return true
}
