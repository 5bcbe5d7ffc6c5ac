import { isCommonWord } from './loosen.ts'
import { readPieces } from './queryPieces.ts'
import { toPlainSigns } from './typography.ts'

/** Letters and digits, with single signs inside that belong to a word: "COVID-19", "O'Brien", "3.5". */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[-']|\.(?=\p{N}))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
/** What query languages of other services have for an operator, in any case. */
const OPERATOR = /^(?:and|or|not|andnot)$/i
/** In characters. Longer ones are none of a language. */
const WORD_MAX = 60
const WORDS_MAX = 30
/** Their values are those of this library. */
const OWN_FIELDS: ReadonlySet<string | null> = new Set(['category', 'year', 'from', 'to'])

/**
 * The words of a query of this library, to be searched for at a service with another query language: without operators,
 * excluded words and signs, and without categories and days. Empty for a query without a word.
 */
export function readOutsideWords(q: string): string[] {
  const words = (wantedText(q).normalize('NFC').match(WORD) ?? [])
    .filter((word) => word.length <= WORD_MAX && !OPERATOR.test(word))
    .filter((word, at, all) => all.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at)
  const telling = words.filter((word) => !isCommonWord(word.toLowerCase()))
  return (telling.length > 0 ? telling : words).slice(0, WORDS_MAX)
}

/** What is wanted of a query in its own words; the whole text if its signs do not fit together. */
function wantedText(q: string): string {
  const text = toPlainSigns(q).replaceAll('’', "'")
  const pieces = readPieces(text)
  if (pieces === null) return text
  return pieces
    .flatMap((piece, at) => {
      const isWanted = piece.kind === 'value' && !OWN_FIELDS.has(piece.field) && pieces[at - 1]?.kind !== 'not'
      return isWanted ? [piece.text] : []
    })
    .join(' ')
}
