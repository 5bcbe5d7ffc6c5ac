import type { Segment } from '../contract/papers.ts'
import { toPlainMath } from './mathText.ts'

interface Formula {
  tex: string
  display: boolean
  /** Behind its closing delimiter. */
  end: number
}

/**
 * Splits `text` into text and formulas: `$…$` and `\(…\)` in the line, `$$…$$` and `\[…\]` on their own. Amounts such as
 * "$5 and $6" stay text. `\$` is a dollar of the text. Never throws; what does not close is text.
 */
export function toSegments(text: string): Segment[] {
  const segments: Segment[] = []
  let written = ''
  const endText = () => {
    if (written !== '') segments.push({ text: written })
    written = ''
  }
  for (let at = 0; at < text.length;) {
    const formula = readFormula(text, at)
    if (formula) {
      endText()
      segments.push({ tex: formula.tex, display: formula.display })
      at = formula.end
    } else {
      const length = text[at] === '\\' && at + 1 < text.length ? 2 : 1
      const piece = text.slice(at, at + length)
      written += piece === '\\$' ? '$' : piece
      at += length
    }
  }
  endText()
  return segments
}

/** `segments` as one text for places that cannot show formulas: "ε-noisy", "x²". */
export const plainText = (segments: readonly Segment[]): string =>
  segments.map((segment) => ('text' in segment ? segment.text : toPlainMath(segment.tex))).join('')

/** `text` with every formula handed to `onFormula` (with its delimiters) and all between to `onText`. */
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

/** Formulas do not cross paragraphs, and no plausible one is longer: both keep a lone dollar from eating the rest. */
const FORMULA_MAX = 2_000

/** Where `close` stands outside braces, or null. */
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
 * Whether what stands between two dollars is a formula and not money. A command, a power or an index proves it; so does a
 * relation that begins with no number ("$z = $ 5"). Else no space may stand next to the dollars, and a digit may only
 * follow what begins with no number ("the $W$1 band").
 */
function isInline(inside: string, next: string): boolean {
  if (/\\[A-Za-z]|[\^_]/.test(inside)) return inside.trim() !== ''
  const amount = /^\s*[\d.,]/.test(inside)
  if (/[=<>]/.test(inside) && !amount) return true
  return inside !== '' && inside === inside.trim() && !(amount && /\d/.test(next))
}
