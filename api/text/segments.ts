import type { Segment } from '../contract/papers.ts'
import { readFormulaMacros } from './macros.ts'
import { toPlainMath } from './mathText.ts'

interface Formula {
  tex: string
  display: boolean
  /** Index after the closing delimiter. */
  end: number
}

/**
 * Splits `text` into text and formulas: `$…$` and `\(…\)` are inline, `$$…$$` and `\[…\]` displayed. Amounts such as
 * "$5 and $6" stay text. `\$` becomes a dollar sign in the text. Never throws; an unclosed formula is text.
 */
export function toSegments(text: string): Segment[] {
  const segments: Segment[] = []
  const formulas = new FormulaReader(text)
  let pendingText = ''
  const flushText = () => {
    if (pendingText !== '') segments.push({ text: pendingText })
    pendingText = ''
  }
  for (let at = 0; at < text.length;) {
    const formula = formulas.read(at)
    if (formula) {
      flushText()
      segments.push({ tex: readFormulaMacros(formula.tex), display: formula.display })
      at = formula.end
    } else {
      const length = text[at] === '\\' && at + 1 < text.length ? 2 : 1
      const piece = text.slice(at, at + length)
      pendingText += piece === '\\$' ? '$' : piece
      at += length
    }
  }
  flushText()
  return segments
}

/** The segments of a title, with the text of each formula for places that cannot show formulas. */
export const toTitleSegments = (title: string): Segment[] =>
  toSegments(title).map((segment) => ('text' in segment ? segment : { ...segment, plain: toPlainMath(segment.tex) }))

/** Returns `segments` as Unicode text, for output that cannot show formulas: "ε-noisy", "x²". */
export const plainText = (segments: readonly Segment[]): string =>
  segments.map((segment) => ('text' in segment ? segment.text : toPlainMath(segment.tex))).join('')

/** Replaces every formula, with its delimiters, by `onFormula(source)`, and the text between them by `onText(text)`. */
export function mapFormulas(text: string, onText: (text: string) => string, onFormula: (source: string) => string) {
  const formulas = new FormulaReader(text)
  let result = ''
  let textFrom = 0
  for (let at = findDelimiter(text, 0); at < text.length;) {
    const formula = formulas.read(at)
    if (formula) {
      result += onText(text.slice(textFrom, at)) + onFormula(text.slice(at, formula.end))
      textFrom = formula.end
    }
    at = findDelimiter(text, formula?.end ?? at + (text[at] === '\\' ? 2 : 1))
  }
  return result + onText(text.slice(textFrom))
}

/** Returns the first position from `from` on at which a formula can begin, or the length of the text. */
function findDelimiter(text: string, from: number): number {
  delimiter.lastIndex = from
  return delimiter.exec(text)?.index ?? text.length
}
const delimiter = /[$\\]/g

/** Half-open range [start, end) of characters. */
export type TextRange = [number, number]

/** Extends each range that overlaps a formula to the whole formula, because a formula is rendered as a unit. */
export function extendToFormulas(ranges: readonly TextRange[], text: string): TextRange[] {
  if (ranges.length === 0) return []
  const formulas: TextRange[] = []
  let at = 0
  const skip = (part: string) => {
    at += part.length
    return ''
  }
  mapFormulas(text, skip, (formula) => {
    formulas.push([at, at + formula.length])
    return skip(formula)
  })
  return ranges.map(([start, end]) => {
    const touched = formulas.filter(([from, to]) => from < end && to > start)
    return [Math.min(start, ...touched.map(([from]) => from)), Math.max(end, ...touched.map(([, to]) => to))]
  })
}

const closings = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '$', close: '$', display: false },
] as const

/** A formula is not longer and does not span paragraphs: otherwise a lone dollar sign would swallow the rest. */
const FORMULA_MAX = 2_000

/** Finds the formulas of a text in linear time over all positions, which must be asked for in ascending order. */
class FormulaReader {
  readonly #text: string
  /** For each closing delimiter: position -> first position from there on, outside braces, where it occurs. */
  readonly #closingAfter: readonly Int32Array[]
  readonly #paragraphEnd: (from: number) => number
  readonly #command: (from: number) => number
  readonly #relation: (from: number) => number
  readonly #content: (from: number) => number

  constructor(text: string) {
    this.#text = text
    this.#closingAfter = /[$\\]/.test(text) ? findClosings(text) : []
    this.#paragraphEnd = createSearch(text, /\n\n/g)
    this.#command = createSearch(text, /\\[A-Za-z]|[\^_]/g)
    this.#relation = createSearch(text, /[=<>]/g)
    this.#content = createSearch(text, /\S/g)
  }

  read(at: number): Formula | null {
    const text = this.#text
    if (text[at] !== '$' && text[at] !== '\\') return null
    for (const [index, { open, close, display }] of closings.entries()) {
      if (!text.startsWith(open, at)) continue
      const from = at + open.length
      const to = this.#closingAfter[index]?.[from] ?? text.length
      if (to >= Math.min(text.length, from + FORMULA_MAX, this.#paragraphEnd(from))) continue
      if (this.#content(from) >= to || (open === '$' && !this.#isInline(from, to))) continue
      return { tex: text.slice(from, to).trim(), display, end: to + close.length }
    }
    return null
  }

  /**
   * Whether the text between two dollar signs is a formula and not an amount of money. It is a formula if it contains a
   * command, a superscript or a subscript, or if it contains a relation and does not begin with a number ("$z = $ 5").
   * Otherwise it must not begin or end with a space, and a digit may follow the closing dollar sign only if the text
   * does not begin with a number ("the $W$1 band").
   */
  #isInline(from: number, to: number): boolean {
    if (this.#command(from) < to) return true
    const content = this.#content(from)
    const amount = /[\d.,]/.test(this.#text[content] ?? '')
    if (this.#relation(from) < to && !amount) return true
    const isTrimmed = content === from && /\S/.test(this.#text[to - 1] ?? '')
    return isTrimmed && !(amount && /\d/.test(this.#text[to + 1] ?? ''))
  }
}

/** Returns a function that returns the first match from a position on, for positions in ascending order. */
function createSearch(text: string, pattern: RegExp): (from: number) => number {
  let found = -1
  return (from) => {
    if (found >= from) return found
    pattern.lastIndex = from
    return (found = pattern.exec(text)?.index ?? text.length)
  }
}

/** Reads the text backwards: after "{" the search continues behind the matching "}", without one there is no closing. */
function findClosings(text: string): Int32Array[] {
  const { length } = text
  const isEscaped = new Uint8Array(length + 2)
  for (let at = 0; at < length; at += 1 + (isEscaped[at + 1] ?? 0)) if (text[at] === '\\') isEscaped[at + 1] = 1
  const closingAfter = closings.map(() => new Int32Array(length + 2).fill(length))
  const braces: number[] = []
  for (let at = length - 1; at >= 0; at--) {
    if (isEscaped[at] === 1) continue
    let next = at + 1 + (isEscaped[at + 1] ?? 0)
    if (text[at] === '}') braces.push(at)
    else if (text[at] === '{') next = (braces.pop() ?? length) + 1
    for (const [index, { close }] of closings.entries()) {
      const positions = closingAfter[index]
      if (positions) positions[at] = text.startsWith(close, at) ? at : (positions[next] ?? length)
    }
  }
  return closingAfter
}
