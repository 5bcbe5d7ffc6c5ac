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
const letterCommands: Record<string, string> = {
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
}
/** A command, an accent command before its letter, or one character. Every branch takes at least one. */
const piece = /\\([a-zA-Z]+) ?|\\([^a-zA-Z])|([\s\S])/gu
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
  const words: Word[] = []
  let current: Word | null = null
  let greek = false

  const close = () => {
    if (current) words.push(current)
    current = null
    greek = false
  }
  const extend = (folded: string, start: number, end: number) => {
    if (current) current = { word: current.word + folded, start: current.start, end }
    else current = { word: folded, start, end }
  }
  const addLetter = (name: string, start: number, end: number) => {
    close()
    extend(name, start, end)
    greek = true
  }
  const add = (folded: string, start: number, end: number) => {
    if (greek && !/^\d/.test(folded)) close()
    extend(folded, start, end)
  }

  for (const match of text.matchAll(piece)) {
    const start = match.index
    const end = start + match[0].length
    const [, command, sign, character] = match
    if (command !== undefined) {
      const bare = start + 1 + command.length
      const name = readGreekName(command)
      const printed = letterCommands[command] ?? letterCommands[command.toLowerCase()]
      if (name !== undefined) addLetter(name, start, bare)
      // A space after a command only ends its name in TeX, so `\o re` is one word; after a Greek letter it parts words.
      else if (printed !== undefined && command.length < 5) add(printed, start, bare)
      // `\mathrm{Fe}_3`, `\v{s}`: the braces hold letters of the same word. Other commands are signs and part words.
      else if (text[end] !== '{' && command.length > 1) close()
      if (name !== undefined && match[0].endsWith(' ')) close()
    } else if (sign !== undefined) {
      if (!joiningSign.test(sign)) close()
    } else if (character !== undefined) {
      if (joiner.test(character)) {
        if (/^[_^]$/.test(character) && current && readGreekName((current as Word).word)) greek = true
        if (character === '{' && text[start - 1] === '}') close()
        continue
      }
      const folded = foldCharacter(character)
      const name = greekNames.get(folded)
      if (name !== undefined) addLetter(name, start, end)
      else if (folded === '') {
        // A combining mark belongs to the letter before it; anything else parts words.
        if (!/^\p{M}$/u.test(character)) close()
      } else if (spaceless.test(folded)) {
        close()
        words.push({ word: folded, start, end })
      } else add(folded, start, end)
    }
  }
  close()
  return words
}

/** The words of a text as the search compares them: TeX read, accents folded, lower case, stemmed. */
export const tokenize = (text: string): string[] => readWords(text).map(({ word }) => stemWord(word))

/** The words of a name or a query, folded but not stemmed. */
export const foldWords = (text: string): string[] => readWords(text).map(({ word }) => word)

/** Lower case, accents and TeX folded, everything else dropped: "Óðinsson" -> "odinsson". */
export const foldWord = (word: string): string => foldWords(word).join('')

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
