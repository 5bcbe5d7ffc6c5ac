import { stemWord } from './stems.ts'
import { foldWords } from './words.ts'

/** A short form and what it abbreviates, both as folded words, with the number of texts that define it so. */
export interface Abbreviation {
  short: readonly string[]
  long: readonly string[]
  texts: number
}

/** In characters, as in the paper of Schwartz and Hearst. */
const SHORT_MIN = 2
const SHORT_MAX = 10
/** In characters before the parenthesis. */
const BEFORE_MAX = 150

/**
 * Finds the abbreviations that texts define: "large language models (LLMs)" and "LLM (large language model)". By A. S.
 * Schwartz and M. A. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text", Pacific
 * Symposium on Biocomputing 8 (2003). Forms that differ in their inflection are counted as one. Sorted by `texts`.
 */
export function learnAbbreviations(texts: Iterable<string>): Abbreviation[] {
  const found = new Map<string, Abbreviation>()
  for (const text of texts) {
    const inText = new Map(findDefinitions(text).map((one) => [keyOf(one), one]))
    for (const [key, one] of inText) {
      const known = found.get(key)
      found.set(key, known ? { ...known, texts: known.texts + 1 } : one)
    }
  }
  return [...found.values()].sort((one, other) => other.texts - one.texts)
}

const keyOf = ({ short, long }: Abbreviation) => `${stemKey(short)}=${stemKey(long)}`

/** Returns folded words as one text that is the same for all their inflections. */
export const stemKey = (words: readonly string[]): string => words.map(stemWord).join(' ')

function findDefinitions(text: string): Abbreviation[] {
  const definitions: Abbreviation[] = []
  for (const match of text.matchAll(/\(([^()]{2,120})\)/g)) {
    const before = text.slice(Math.max(0, match.index - BEFORE_MAX), match.index).trimEnd()
    // "(LLMs; see below)": only the first part may be a short form.
    const inside = (match[1] ?? '').split(/[,;]/, 1)[0]?.trim() ?? ''
    const outside = before.slice(before.lastIndexOf(' ') + 1)
    const [short, long] = isShortForm(inside)
      ? [inside, findLongForm(inside, before)]
      : isShortForm(outside) && findLongForm(outside, inside) === inside
        ? [outside, inside]
        : ['', null]
    if (long === null) continue
    const words = foldWords(long)
    if (words.length > 1) definitions.push({ short: foldWords(short), long: words, texts: 1 })
  }
  return definitions
}

/** Two capitals, or a capital and a digit, distinguish an abbreviation from a word in parentheses. */
const isShortForm = (text: string): boolean =>
  text.length >= SHORT_MIN &&
  text.length <= SHORT_MAX &&
  /^[A-Za-z0-9][\w-]*$/.test(text) &&
  (/[A-Z].*[A-Z]/.test(text) || (/[A-Z]/.test(text) && /\d/.test(text)))

/** Returns the end of `text` that `short` abbreviates, from the start of a word; null when there is none. */
function findLongForm(short: string, text: string): string | null {
  const letters = [...short.replace(/s$/, '').toLowerCase()].filter((character) => /[a-z0-9]/.test(character))
  // Each word of an abbreviated phrase has about one letter in the short form.
  const wordsMax = Math.min(letters.length + 5, letters.length * 2)
  const parts = text.slice(text.search(/[^.!?;:()$]*$/)).split(/(?<=[\s-])/)
  const long = endWithInitials(letters, parts) ?? endWithLetters(letters, parts.slice(-wordsMax).join(''))
  return long !== null && long.length > short.length ? long.trim() : null
}

/** The end of a phrase whose words have these initials, hyphenated words counted as several. */
function endWithInitials(letters: readonly string[], parts: readonly string[]): string | null {
  let from = parts.length - letters.length
  if (from < 0 || !letters.every((letter, index) => parts[from + index]?.[0]?.toLowerCase() === letter)) return null
  // A long form does not start within a hyphenated word, except after a number: "6-degrees of freedom".
  while (/[a-z]-$/i.test(parts[from - 1] ?? '')) from--
  return parts.slice(from).join('')
}

/** The shortest end of `text` that contains the letters in their order, the first one at the start of a word. */
function endWithLetters(letters: readonly string[], text: string): string | null {
  const folded = text.toLowerCase()
  let at = folded.length
  for (const letter of letters.slice(1).toReversed()) {
    if (at <= 0) return null
    at = folded.lastIndexOf(letter, at - 1)
  }
  const starts = [...folded.slice(0, Math.max(0, at)).matchAll(/(?<!\S)\S/g)]
  const start = starts.findLast(([letter]) => letter === letters[0])
  return start ? text.slice(start.index) : null
}

/** Looks up what is abbreviated; both directions are keyed by `stemKey`. */
export interface AbbreviationTable {
  longOf(short: string): readonly string[] | undefined
  shortOf(long: string): readonly string[] | undefined
}

/** Share of the definitions of a short form that its long form must have: "GP" alone has many meanings. */
const SHARE_MIN = 0.6
const TEXTS_MIN = 2
/** In letters. Shorter forms have too many meanings to stand for a long form: "FT" is not only "fine tuning". */
const UNAMBIGUOUS_MIN = 3

/** Keeps abbreviations that at least two texts define, with one prevailing meaning. */
export function tabulateAbbreviations(abbreviations: readonly Abbreviation[]): AbbreviationTable {
  const totals = new Map<string, number>()
  for (const { short, texts } of abbreviations) totals.set(stemKey(short), (totals.get(stemKey(short)) ?? 0) + texts)
  const longs = new Map<string, readonly string[]>()
  const shorts = new Map<string, readonly string[]>()
  for (const { short, long, texts } of abbreviations) {
    const isPrevailing = texts >= TEXTS_MIN && texts >= SHARE_MIN * (totals.get(stemKey(short)) ?? 0)
    if (!isPrevailing) continue
    longs.set(stemKey(short), long)
    const isClear = stemKey(short).length >= UNAMBIGUOUS_MIN
    if (isClear && !shorts.has(stemKey(long))) shorts.set(stemKey(long), short)
  }
  return { longOf: (short) => longs.get(short), shortOf: (long) => shorts.get(long) }
}
