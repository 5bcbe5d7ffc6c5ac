import { decodeReferences } from './characterReferences.ts'
import { readTextMacros } from './macros.ts'
import { mapFormulas } from './segments.ts'
import { composeAccents, texToText } from './tex.ts'

const TITLE_MAX = 1_000
const ABSTRACT_MAX = 20_000

/** Returns a title as it is stored: one line, plain text, formulas unchanged, cut to 1,000 characters with "…". */
export const cleanTitle = (text: string): string => cut(untilStable(text, cleanOneLine, ABSTRACT_MAX), TITLE_MAX)

/**
 * Returns an abstract as it is stored: cleaned like a title, with a blank line between paragraphs. A blank line, or a
 * line break followed by two spaces, starts a paragraph; any other line break becomes a space. Cut to 20,000 characters
 * with "…".
 */
export const cleanAbstract = (text: string): string =>
  cut(untilStable(text, cleanParagraphs, ABSTRACT_MAX), ABSTRACT_MAX)

/** Returns a comment, journal reference or author list as one line, cut to `length` characters with "…". */
export const cleanLine = (text: string, length: number = ABSTRACT_MAX): string =>
  cut(untilStable(text, cleanOneLine, length), length)

const cleanOneLine = (text: string) => convert(text.replace(/\s+/g, ' ')).replace(/\s+/g, ' ').trim()

const cleanParagraphs = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n(?:[ \t]*\n|[ \t]{2,})\s*/)
    .map(cleanOneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

/** Real texts have far fewer layers; the limit bounds the time that hostile text can take. */
const LAYERS_MAX = 20

/**
 * Repeats `clean` until the text no longer changes: removing a layer of TeX can expose another one (`{{\'e}}`). Only
 * the first 2 × `length` characters are read, because the result is cut to `length`.
 */
function untilStable(text: string, clean: (text: string) => string, length: number): string {
  // TeX has no character references: a text with some was encoded once too often.
  let result = removeInvisible(decodeReferences(text.slice(0, length * 2)))
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const after = clean(result)
    if (after === result) break
    result = after
  }
  return result
}

/** Placeholder for a formula while the text around it is cleaned; `removeInvisible` has removed it from the input. */
const FORMULA = '\uE000'

/** A formula that is only a link: MathJax on arXiv's own site makes one of it. */
const LINK_ALONE = /^\$\s*(\\href\s*\{[^{}]*\}\s*\{(?:[^{}]|\{[^{}]*\})*\})\s*\$$/

function convert(text: string): string {
  const formulas: string[] = []
  const withPlaceholders = mapFormulas(
    mapFormulas(text, readTextMacros, (source) => LINK_ALONE.exec(source)?.[1] ?? source),
    (piece) => piece,
    (source) => {
      formulas.push(source)
      return FORMULA
    },
  )
  return composeAccents(texToText(withPlaceholders).replace(/\uE000/g, () => formulas.shift() ?? ''))
}

/**
 * Removes control characters except line breaks and tabs, private-use characters, and invisible characters that break
 * searching. Replaces lone surrogates.
 */
export const removeInvisible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|\p{Co}|[\uFEFF\u00AD\u200B\u2060\u202A-\u202E\u2066-\u2069]/gu, '')
    // Zero-width joiners and non-joiners only have a meaning in these scripts and between emoji.
    .replace(
      /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}\p{Extended_Pictographic}\uFE0F\u0D4D\u094D\u09CD])[\u200C\u200D]/gu,
      '',
    )

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`
}
