import { readWords } from './words.ts'

/** Signs that search patterns and formulas have and words do not: `.*`, `[ab]`, "e+". Also as superscripts. */
const SIGN = /(?!~)[\p{Sm}*[\]]|\\(?![a-z]{2}|[%&$#_{}"'`^=.])/iu
/** The start of a pattern, or an optional letter. */
const ANCHOR = /^\s*\^/
const OPTIONAL = /\?$/

/**
 * The words that an entry of a reader, such as a mute, is compared with, joined by spaces: the same for all spellings of
 * an entry. Empty for an entry without a letter or digit, which no paper can match.
 */
export const entryWords = (entry: string): string =>
  readWords(entry)
    .map(({ word }) => word)
    .join(' ')

/**
 * Whether an entry means only its words: none of the signs between them is one of a search pattern or a formula.
 * `.*(a+)+` does not mean the word "a". TeX within a word, as in `RuCl$_3$`, belongs to it.
 */
export function meansItsWords(entry: string): boolean {
  const text = entry.normalize('NFKC')
  if (ANCHOR.test(text)) return false
  let end = 0
  for (const word of readWords(text)) {
    const gap = text.slice(end, word.start)
    if (SIGN.test(gap) || (end > 0 && OPTIONAL.test(gap))) return false
    end = word.end
  }
  return !SIGN.test(text.slice(end))
}
