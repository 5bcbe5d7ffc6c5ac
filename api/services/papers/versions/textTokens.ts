import type { Segment } from '../../../contract/papers.ts'
import type { TextPart } from '../../../contract/textChanges.ts'
import { removeInvisible } from '../../../text/clean.ts'
import { toPlainMath } from '../../../text/mathText.ts'
import { toSegments } from '../../../text/segments.ts'

/** A word, number, sign or formula, with the punctuation and white space around it. */
export interface Token {
  /** What it reads as: equal keys are no change. Case, accents, quotes, dashes and the spelling of TeX do not count. */
  key: string
  segments: Segment[]
  isNumber: boolean
  /** Of a token in the place of a paragraph: how it is shown. Its key has no equal. */
  parts?: readonly TextPart[]
}

/** A run of white space, a number with its unit, a word, a sign that is read, or other punctuation. */
const CHUNK =
  /(?<space>\s+)|(?<number>(?<![\p{L}\p{N}])[-−+±]?\d+(?:[.,]\d+)*(?:[ \u00a0\u2009]\d{3}(?![\d.,]*\d))*(?:[ \u00a0\u2009]?(?:UNIT))?(?![\p{L}\p{N}]))|(?<word>[\p{L}\p{N}\p{M}]+(?:['’ʼ]\p{L}+)*)|(?<sign>[<>=≤≥≠≈∼≃±∓×÷+−*^%‰$€£#→⇒∈∉∞√∑∏∫∂∇≪≫])|[^]/u
const UNITS =
  '%|‰|x|°C?|[kcmµμn]?m|[kmµμ]?g|[mµμnpf]?s|min|[kMGT]?Hz|[kMGT]?eV|m?K|[km]?V|[kMGm]?W|[kM]?J|[kMG]?Pa|[kMG]?pc|[MG]?yr|dB|[kKMGT]i?B'
const pattern = new RegExp(CHUNK.source.replace('UNIT', UNITS), 'gu')

/** A formula of letters and digits alone, which is a part of the word beside it: the "_3" of "RuCl$_3$". */
const PLAIN = /^[\p{L}\p{N}\p{M}⁺⁻₊₋]+$/u
/** Characters from which on a word is not joined to a formula: each join reads the word again. */
const JOINED_MAX = 100
const NUMBER = /^[-−+±]?\d[\d.,]*(?:%|‰)?$/

/** Splits a text into tokens. Their segments together are the text, without invisible characters. */
export const readTokens = (text: string): Token[] => readSegments(toSegments(removeInvisible(text)))

/** The same for a text that is in segments, and has no invisible characters. */
export function readSegments(segments: readonly Segment[]): Token[] {
  const reader = new TokenReader()
  for (const segment of segments) {
    if ('tex' in segment) {
      const key = toPlainMath(segment.tex).normalize().replace(/\s+/g, '').replaceAll('µ', 'μ')
      reader.addContent(key, segment, { isNumber: NUMBER.test(key), isPlain: PLAIN.test(key), isFormula: true })
      continue
    }
    for (const { 0: piece, groups } of segment.text.matchAll(pattern)) {
      if (groups?.['space'] !== undefined) reader.addSpace(piece)
      else if (groups?.['number'] !== undefined)
        reader.addContent(numberKey(piece), { text: piece }, { isNumber: true, isPlain: true, isFormula: false })
      else if (groups?.['word'] !== undefined)
        reader.addContent(wordKey(piece), { text: piece }, { isNumber: false, isPlain: true, isFormula: false })
      else if (groups?.['sign'] !== undefined)
        reader.addContent(piece, { text: piece }, { isNumber: false, isPlain: false, isFormula: false })
      else reader.addPunctuation(piece)
    }
  }
  return reader.finish()
}

interface Content {
  isNumber: boolean
  isPlain: boolean
  isFormula: boolean
}

class TokenReader {
  readonly #tokens: Token[] = []
  /** Punctuation before the next token. */
  #before = ''
  /** The last piece, if nothing was read after it. */
  #last: Content | null = null
  #hasSpace = true

  addContent(key: string, segment: Segment, content: Content): void {
    const token = this.#tokens.at(-1)
    const isJoined = this.#last !== null && (content.isFormula || this.#last.isFormula)
    if (token && isJoined && content.isPlain && this.#last?.isPlain && token.key.length < JOINED_MAX) {
      token.key = wordKey(token.key + key)
      append(token.segments, segment)
      token.isNumber = false
    } else {
      const segments: Segment[] = []
      if (this.#before !== '') append(segments, { text: this.#before })
      append(segments, segment)
      this.#tokens.push({ key, segments, isNumber: content.isNumber })
    }
    this.#before = ''
    this.#last = content
    this.#hasSpace = false
  }

  addSpace(space: string): void {
    this.#addText(space)
    this.#hasSpace = true
  }

  /** Belongs to the token before it, unless a space is between them. */
  addPunctuation(mark: string): void {
    if (this.#hasSpace) this.#before += mark
    else this.#addText(mark)
    this.#last = null
  }

  #addText(text: string): void {
    const token = this.#tokens.at(-1)
    if (token && this.#before === '') append(token.segments, { text })
    else this.#before += text
    this.#last = null
  }

  /** Punctuation alone is a token without a key. */
  finish(): Token[] {
    const last = this.#tokens.at(-1)
    if (last) append(last.segments, { text: this.#before })
    else if (this.#before.trim() !== '') return [{ key: '', segments: [{ text: this.#before }], isNumber: false }]
    return this.#tokens
  }
}

/** Adds a segment, text to the text before it. */
function append(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1)
  if ('text' in segment && segment.text === '') return
  if (last && 'text' in last && 'text' in segment) segments[segments.length - 1] = { text: last.text + segment.text }
  else segments.push(segment)
}

/** The segments of tokens in a row. */
export const segmentsOf = (tokens: readonly Token[]): Segment[] =>
  joinSegments(tokens.flatMap(({ segments }) => segments))

/** The same text, with one segment between two formulas. */
export function joinSegments(parts: readonly Segment[]): Segment[] {
  const segments: Segment[] = []
  let text = ''
  for (const segment of parts) {
    if ('text' in segment) text += segment.text
    else {
      if (text !== '') segments.push({ text })
      text = ''
      segments.push(segment)
    }
  }
  return text === '' ? segments : [...segments, { text }]
}

/** Groups of three digits are written with commas, spaces or nothing. */
const numberKey = (number: string): string =>
  number
    .replace(/[,\s](?=\d{3}(?!\d))/g, '')
    .replace(/\s+/g, '')
    .replace(/^−/, '-')
    .replaceAll('µ', 'μ')

/** A single letter is a name of its own in both cases, except for the words "A" and "I". */
const wordKey = (word: string): string => {
  if ([...word].length === 1 && word !== 'A' && word !== 'I') return word.replace('µ', 'μ')
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđðþæœßıħŋµ\ufb00-\ufb06]/g, (letter) => letters[letter] ?? letter)
    .replace(/[’ʼ]/g, "'")
}

const letters: Readonly<Record<string, string>> = {
  ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ħ: 'h', ŋ: 'n', µ: 'μ',
  ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st',
} // prettier-ignore
