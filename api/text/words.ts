import { stemmer } from 'stemmer'
import { greekNames, readGreekName } from './greek.ts'

/** A word as it is compared, and where it stands in the text it was read from: half-open [start, end). */
export interface Word {
  /** Folded: lower case, no accents, TeX read. Not stemmed. */
  word: string
  start: number
  end: number
}

/** Letters that have no decomposition in Unicode, and TeX commands that print a letter. */
const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
}
const letterCommands = new Map(
  Object.entries({
    o: 'o',
    l: 'l',
    aa: 'a',
    ae: 'ae',
    oe: 'oe',
    ss: 'ss',
    i: 'i',
    j: 'j',
    ell: 'l',
    hbar: 'h',
  }),
)
/** Plain letters, plain gaps, a command, an accent command before its letter, or one character: each takes at least one. */
const piece = /([A-Za-z0-9]+)|[\s.,;:!?/-]+|\\([a-zA-Z]+) ?|\\([^a-zA-Z])|([\s\S])/gu
/** Dropped without ending the word: `RuCl$_3$` is "rucl3", "O'Brien" is "obrien". Soft hyphen and zero widths too. */
const joiner = /^[${}_^'’ʼ\u00ad\u200b-\u200d\u2060\ufeff]$/u
/** Accents before their letter, and the brackets of `RuCl\(_3\)`. */
const joiningSign = /^["'`^~=.()-]$/u
/** Scripts written without spaces: each character is a word. */
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/**
 * The words of a text with their places. TeX, Unicode and plain spelling of the same thing give the same words:
 * `$\alpha$-RuCl$_3$`, `α-RuCl₃` and `alpha-RuCl3` are all "alpha", "rucl3". Greek letters are words of their own that
 * only digits carry on. Never throws; order and length follow the text.
 */
export function readWords(text: string): Word[] {
  const reader = new WordReader()
  for (const match of text.matchAll(piece)) {
    const [whole, plain, command, sign, character] = match
    const start = match.index
    if (plain !== undefined) reader.addPlain(plain, start)
    else if (command !== undefined)
      reader.addCommand(command, start, { spaced: whole.endsWith(' '), braced: text[start + whole.length] === '{' })
    else if (character !== undefined) reader.addCharacter(character, start, text[start - 1])
    else if (sign === undefined || !joiningSign.test(sign)) reader.close()
  }
  reader.close()
  return reader.words
}

class WordReader {
  readonly words: Word[] = []
  #current: Word | null = null
  /** The current word is a Greek letter, which only digits carry on. */
  #greek = false

  close(): void {
    if (this.#current) this.words.push(this.#current)
    this.#current = null
    this.#greek = false
  }

  addPlain(text: string, start: number): void {
    const digits = this.#greek ? (/^\d+/.exec(text)?.[0].length ?? 0) : 0
    if (digits > 0) this.#extend(text.slice(0, digits), start, start + digits)
    if (digits === text.length) return
    if (this.#greek) this.close()
    this.#extend(text.slice(digits).toLowerCase(), start + digits, start + text.length)
  }

  /** `spaced`: a space ended the name. `braced`: then comes an opening brace. */
  addCommand(command: string, start: number, { spaced, braced }: { spaced: boolean; braced: boolean }): void {
    const end = start + 1 + command.length
    const name = readGreekName(command)
    const printed = letterCommands.get(command) ?? letterCommands.get(command.toLowerCase())
    if (name !== undefined) {
      this.#addGreek(name, start, end)
      if (spaced) this.close()
    }
    // A space after another command only ends its name: `\o re` is one word.
    else if (printed !== undefined) this.#add(printed, start, end)
    // `\mathrm{Fe}_3`, `\v{s}`: the braces hold letters of the same word. Other commands are signs and part words.
    else if (!braced && command.length > 1) this.close()
  }

  addCharacter(character: string, start: number, before: string | undefined): void {
    const end = start + character.length
    if (joiner.test(character)) {
      if (/^[_^]$/.test(character) && this.#current && readGreekName(this.#current.word)) this.#greek = true
      // The two sides of a fraction are two words.
      if (character === '{' && before === '}') this.close()
      return
    }
    const folded = foldCharacter(character)
    const name = greekNames.get(folded)
    if (name !== undefined) this.#addGreek(name, start, end)
    else if (folded !== '' && spaceless.test(folded)) {
      this.close()
      this.words.push({ word: folded, start, end })
    } else if (folded !== '') this.#add(folded, start, end)
    // A combining mark belongs to the letter before it; any other sign parts words.
    else if (!/^\p{M}$/u.test(character)) this.close()
  }

  #addGreek(name: string, start: number, end: number): void {
    this.close()
    this.#extend(name, start, end)
    this.#greek = true
  }

  #add(folded: string, start: number, end: number): void {
    if (this.#greek && !/^\d/.test(folded)) this.close()
    this.#extend(folded, start, end)
  }

  #extend(folded: string, start: number, end: number): void {
    if (this.#current) {
      this.#current.word += folded
      this.#current.end = end
    } else this.#current = { word: folded, start, end }
  }
}

/** The words of a text as the search compares them: TeX read, accents folded, lower case, stemmed. */
export const tokenize = (text: string): string[] => readWords(text).map(({ word }) => stemWord(word))

/** The words of a name or a query, folded but not stemmed. */
export const foldWords = (text: string): string[] => readWords(text).map(({ word }) => word)

const stems = new Map<string, string>()
const STEMS_KEPT = 50_000

/** The stem of a folded word after M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980). */
export function stemWord(word: string): string {
  // Formulas, numbers and other scripts have no English endings.
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stems.size >= STEMS_KEPT) stems.clear()
  stems.set(word, stem)
  return stem
}

const folds = new Map<string, string>()

/** The letters and digits of a character without accents and in lower case; empty for a mark, a sign or a space. */
function foldCharacter(character: string): string {
  const known = folds.get(character)
  if (known !== undefined) return known
  const folded = character
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[øłđðþæœßıŋħ]/gu, (letter) => letters[letter] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  folds.set(character, folded)
  return folded
}
