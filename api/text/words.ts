import { greekNames, readGreekName } from './greek.ts'

/** A word in the form used for comparison, with its half-open range [start, end) in the original text. */
export interface Word {
  /** Folded: lower case, without accents, TeX converted. Not stemmed. */
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
/** Names of programming languages that end with a sign, which is part of the name. */
const signedNames = new Map(
  Object.entries({ 'c++': 'cplusplus', 'c#': 'csharp', 'c\\#': 'csharp', 'f#': 'fsharp', 'f\\#': 'fsharp' }),
)
/**
 * One of these names, ASCII letters and digits, ASCII separators, a TeX command with a name, one with a sign (such as an
 * accent), or any other character. Matches at `lastIndex`, and never an empty string.
 */
const piece =
  /([Cc]\+\+(?![A-Za-z+])|[CcFf]\\?#(?![A-Za-z0-9])|[A-Za-z0-9]+)|[\s.,;:!?/-]+|\\([a-zA-Z]+) ?|\\([^a-zA-Z])|([\s\S])/uy
/** Dropped without ending the word: `RuCl$_3$` is "rucl3", "O'Brien" is "obrien". Soft hyphen and zero widths too. */
const joiner = /^[${}_^'’ʼ\u00ad\u200b-\u200d\u2060\ufeff]$/u
/** Signs of TeX commands that do not end the word: accents, and the delimiters of `RuCl\(_3\)`. */
const joiningSign = /^["'`^~=.()-]$/u
/** A star directly after a single letter is a part of its name: "A*", `D$^{*}$`, "Sgr A⋆". */
const star = /^[*∗⋆★]$/u
/** Scripts that are written without spaces: each character is a word. */
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/**
 * Splits a text into words with their positions. TeX, Unicode and plain spellings of a term give the same words:
 * `$\alpha$-RuCl$_3$`, `α-RuCl₃` and `alpha-RuCl3` all return "alpha", "rucl3". A Greek letter is a separate word,
 * which only digits can continue. Never throws; the words are in the order of the text.
 */
export function readWords(text: string): Word[] {
  const reader = new WordReader()
  for (let at = 0; at < text.length;) at = readPiece(text, at, reader)
  reader.close()
  return reader.words
}

/** Reads the piece that starts at `at`, and returns where it ends. */
function readPiece(text: string, at: number, reader: WordReader): number {
  // Nearly all pieces are plain words and spaces, for which the pattern takes several times as long.
  const end = endOfPlain(text, at)
  if (end > at) {
    reader.addPlain(text.slice(at, end), at)
    return end
  }
  if (text.charCodeAt(at) === SPACE) {
    reader.close()
    return at + 1
  }
  piece.lastIndex = at
  const [whole = '', plain, command, sign, character] = piece.exec(text) ?? []
  if (plain !== undefined) reader.addPlain(plain, at)
  else if (command !== undefined)
    reader.addCommand(command, at, { spaced: whole.endsWith(' '), braced: text[at + whole.length] === '{' })
  else if (character !== undefined) reader.addCharacter(character, at, text[at - 1])
  else if (sign === undefined || !joiningSign.test(sign)) reader.close()
  return at + whole.length
}

/** Ends the word for a letter with a star: "A*" is "astar". */
export const STAR = 'star'

const SPACE = 0x20
const [UPPER_A, UPPER_Z, LOWER_A, LOWER_Z] = [0x41, 0x5a, 0x61, 0x7a]
const [DIGIT_0, DIGIT_9] = [0x30, 0x39]

/** Returns the end of the ASCII letters and digits at `at`, or `at` for a name that may end with a sign: "C++". */
function endOfPlain(text: string, at: number): number {
  let end = at
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    const isLetter = (code >= LOWER_A && code <= LOWER_Z) || (code >= UPPER_A && code <= UPPER_Z)
    if (!isLetter && !(code >= DIGIT_0 && code <= DIGIT_9)) break
  }
  return end === at + 1 && mayBeSigned.test(text.slice(at, at + 2)) ? at : end
}

const mayBeSigned = /^[CcFf][+#\\]/

class WordReader {
  readonly words: Word[] = []
  #current: Word | null = null
  /** The current word is a Greek letter, which only digits can continue. */
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
    const signed = signedNames.get(text.toLowerCase())
    this.#extend(signed ?? text.slice(digits).toLowerCase(), start + digits, start + text.length)
    // "C++17" is two words.
    if (signed !== undefined) this.close()
  }

  /** `spaced`: a space follows the name. `braced`: an opening brace follows. */
  addCommand(command: string, start: number, { spaced, braced }: { spaced: boolean; braced: boolean }): void {
    const end = start + 1 + command.length
    const name = readGreekName(command)
    const letter = letterCommands.get(command) ?? letterCommands.get(command.toLowerCase())
    if (name !== undefined) {
      this.#addGreek(name, start, end)
      if (spaced) this.close()
    }
    // A space after another command only ends its name: `\o re` is one word.
    else if (letter !== undefined) this.#add(letter, start, end)
    else if (command === 'ast' || command === 'star') this.#addStar(end)
    // `\mathrm{Fe}_3`, `\v{s}`: the braces contain letters of the same word. Other commands separate words.
    else if (!braced && command.length > 1) this.close()
  }

  addCharacter(character: string, start: number, before: string | undefined): void {
    const end = start + character.length
    if (star.test(character)) {
      this.#addStar(end)
      return
    }
    if (joiner.test(character)) {
      if (/^[_^]$/.test(character) && this.#current && readGreekName(this.#current.word)) this.#greek = true
      // Numerator and denominator of `\frac{a}{b}` are two words.
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
    // A combining mark belongs to the letter before it; any other sign separates words.
    else if (!/^\p{M}$/u.test(character)) this.close()
  }

  /** Ends the word, as a sign does; a single letter has the star in its name. */
  #addStar(end: number): void {
    if (this.#current && /^[a-z]$/.test(this.#current.word)) {
      this.#current.word += STAR
      this.#current.end = end
    }
    this.close()
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

/** Returns the words of a text, folded but not stemmed: for names, and for terms that are matched exactly. */
export const foldWords = (text: string): string[] => readWords(text).map(({ word }) => word)

const folds = new Map<string, string>()

/** Returns the letters and digits of a character, in lower case without accents; empty for a mark, sign or space. */
function foldCharacter(character: string): string {
  const cached = folds.get(character)
  if (cached !== undefined) return cached
  const folded = character
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[øłđðþæœßıŋħ]/gu, (letter) => letters[letter] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  folds.set(character, folded)
  return folded
}
