import { renderToString } from 'katex'
import type { Segment } from '../contract/papers.ts'
import { toPlainMath } from '../text/mathText.ts'
import { escapeXml } from './escape.ts'

/** As on the pages: a per cent sign is no comment, and nothing of others can lead away or grow without end. */
const PER_CENT = /(?<!\\)%/g
const OPTIONS = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 200,
} as const

/** An invisible sign that KaTeX puts after names such as "max", also where a formula has no place for it. */
const FUNCTION_APPLICATION = /<mo>\u2061<\/mo>/g
/** KaTeX writes what is in bold or upright as one sign, also when it is a formula. No e-reader has to show that. */
const FORMULA_IN_SIGN = /<(?:mi|mn|mo|mtext)(?: [^>]*)?><m/

/**
 * Text with its formulas as MathML, for XHTML. A formula has its text as alternative; one that KaTeX cannot read is its
 * TeX.
 */
export const toXhtml = (segments: readonly Segment[]): string =>
  segments
    .map((segment) => ('text' in segment ? escapeXml(segment.text) : toMathMl(segment.tex, segment.display)))
    .join('')

function toMathMl(tex: string, displayMode: boolean): string {
  try {
    const html = renderToString(tex.replaceAll(PER_CENT, String.raw`\%`), { ...OPTIONS, displayMode })
    const math = /<math [^]*<\/math>/.exec(html)?.[0].replaceAll(FUNCTION_APPLICATION, '')
    if (math !== undefined && FORMULA_IN_SIGN.test(math)) return escapeXml(toPlainMath(tex))
    if (math !== undefined) return math.replace('<math ', `<math alttext="${escapeXml(toPlainMath(tex))}" `)
  } catch {
    // Recovered: the reader sees the TeX, as on the pages.
  }
  return `<code>${escapeXml(tex)}</code>`
}
