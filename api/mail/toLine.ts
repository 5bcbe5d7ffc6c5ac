import { UNPRINTABLE } from '../contract/limits.ts'

const LINE_MAX = 120
const NOT_IN_A_LINE = new RegExp(`[\\s${UNPRINTABLE}]+`, 'g')

/**
 * Returns untrusted text as one line without control characters, directional overrides and lone surrogates. Text longer
 * than `max` characters is cut at a word and ends in "…", without the punctuation before it.
 */
export function toLine(text: string, max: number = LINE_MAX): string {
  const line = text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const space = cut.lastIndexOf(' ')
  // A script without spaces, or a very long word, is cut at its last character that fits.
  const whole = space < max / 2 ? cut : cut.slice(0, space)
  // The cut may be inside of a surrogate pair.
  return `${whole.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s.,;:!?…([{"'“‘«–—-]+$/, '')}…`
}

/**
 * Returns a part of a line, from `toLine`, so that it does not change the order of the text around it: with Unicode's
 * isolates if it has Hebrew or Arabic letters, else unchanged.
 */
export const isolate = (part: string): string =>
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(part) ? `\u2068${part}\u2069` : part
