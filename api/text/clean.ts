import { mapFormulas } from './segments.ts'
import { texToText } from './tex.ts'

const TITLE_MAX = 1_000
const ABSTRACT_MAX = 20_000

/** A title as it is kept: one line, plain text, formulas as they were. What is longer than 1,000 characters ends in "…". */
export const cleanTitle = (text: string): string => cut(untilStable(text, cleanOneLine, ABSTRACT_MAX), TITLE_MAX)

/**
 * An abstract as it is kept: as a title, with a blank line between paragraphs. A line break followed by two spaces, or a
 * blank line, is a paragraph; any other line break is a space. Ends in "…" past 20,000 characters.
 */
export const cleanAbstract = (text: string): string =>
  cut(untilStable(text, cleanParagraphs, ABSTRACT_MAX), ABSTRACT_MAX)

/** A comment, a journal reference, a list of authors: one line, of `length` characters at most. */
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

/** Far more layers than anyone writes; hostile text shall not keep the process busy. */
const LAYERS_MAX = 20

/** Taking one layer of TeX away can bring another to light (`{{\'e}}`). Twice `length` is enough to start from. */
function untilStable(text: string, clean: (text: string) => string, length: number): string {
  let result = removeInvisible(text.slice(0, length * 2))
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const after = clean(result)
    if (after === result) break
    result = after
  }
  return result
}

/** Stands for a formula while the text around it is worked on. Private use, so `removeInvisible` has left none. */
const FORMULA = '\uE000'

function convert(text: string): string {
  const formulas: string[] = []
  const withPlaces = mapFormulas(
    text,
    (piece) => piece,
    (source) => {
      formulas.push(source)
      return FORMULA
    },
  )
  return texToText(withPlaces)
    .replace(/\uE000/g, () => formulas.shift() ?? '')
    .normalize('NFC')
}

/** Control characters, private use, invisible marks that break searching, halves of characters. Line breaks and tabs stay. */
const removeInvisible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|\p{Co}|[\uFEFF\u00AD\u200B\u2060\u202A-\u202E\u2066-\u2069]/gu, '')
    // Joiners mean something in these scripts and between emoji, nowhere else.
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
