import type { Segment } from '../contract/papers.ts'
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
  let pendingText = ''
  const flushText = () => {
    if (pendingText !== '') segments.push({ text: pendingText })
    pendingText = ''
  }
  for (let at = 0; at < text.length;) {
    const formula = readFormula(text, at)
    if (formula) {
      flushText()
      segments.push({ tex: formula.tex, display: formula.display })
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

/** Returns `segments` as Unicode text, for output that cannot show formulas: "ε-noisy", "x²". */
export const plainText = (segments: readonly Segment[]): string =>
  segments.map((segment) => ('text' in segment ? segment.text : toPlainMath(segment.tex))).join('')

/** Replaces every formula, with its delimiters, by `onFormula(source)`, and the text between them by `onText(text)`. */
export function mapFormulas(text: string, onText: (text: string) => string, onFormula: (source: string) => string) {
  let result = ''
  let textFrom = 0
  for (let at = 0; at < text.length;) {
    const formula = readFormula(text, at)
    if (formula) {
      result += onText(text.slice(textFrom, at)) + onFormula(text.slice(at, formula.end))
      at = textFrom = formula.end
    } else at += text[at] === '\\' ? 2 : 1
  }
  return result + onText(text.slice(textFrom))
}

const closings = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '$', close: '$', display: false },
] as const

function readFormula(text: string, at: number): Formula | null {
  if (text[at] !== '$' && text[at] !== '\\') return null
  for (const { open, close, display } of closings) {
    if (!text.startsWith(open, at)) continue
    const from = at + open.length
    const to = findClosing(text, from, close)
    if (to === null || (open === '$' && !isInline(text.slice(from, to), text[to + 1] ?? ''))) continue
    const tex = text.slice(from, to).trim()
    if (tex !== '') return { tex, display, end: to + close.length }
  }
  return null
}

/** A formula is not longer and does not span paragraphs: otherwise a lone dollar sign would swallow the rest. */
const FORMULA_MAX = 2_000

/** Returns the index of the first `close` outside braces, or null. */
function findClosing(text: string, from: number, close: string): number | null {
  let depth = 0
  for (let at = from; at < text.length && at < from + FORMULA_MAX; at++) {
    if (depth === 0 && text.startsWith(close, at)) return at
    if (text.startsWith('\n\n', at)) return null
    if (text[at] === '\\') at++
    else if (text[at] === '{') depth++
    else if (text[at] === '}') depth = Math.max(0, depth - 1)
  }
  return null
}

/**
 * Whether the text between two dollar signs is a formula and not an amount of money. It is a formula if it contains a
 * command, a superscript or a subscript, or if it contains a relation and does not begin with a number ("$z = $ 5").
 * Otherwise it must not begin or end with a space, and a digit may follow the closing dollar sign only if the text does
 * not begin with a number ("the $W$1 band").
 */
function isInline(inside: string, next: string): boolean {
  if (/\\[A-Za-z]|[\^_]/.test(inside)) return inside.trim() !== ''
  const amount = /^\s*[\d.,]/.test(inside)
  if (/[=<>]/.test(inside) && !amount) return true
  return inside !== '' && inside === inside.trim() && !(amount && /\d/.test(next))
}
