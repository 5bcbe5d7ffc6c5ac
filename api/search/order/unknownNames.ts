import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { readWords } from '../../text/words.ts'
import { PREFIX_MIN, PREFIXES_MAX } from '../query/bound.ts'
import { expandVariants } from '../query/expand.ts'
import type { Piece } from '../query/piece.ts'
import { readPieces, unknownFieldOf } from '../query/queryPieces.ts'
import { isArchive, toCanonical } from '../query/indexTags.ts'
import type { VariantContext } from '../../text/variants.ts'
import type { Condition, Words } from '../query/condition.ts'
import { findMarks } from './highlights.ts'
import type { CountPapers } from './library.ts'

/**
 * Returns a sentence for the fields of a query that do not exist, for each category that no paper has, and for each
 * prefix.
 */
export function describeUnknownNames(count: CountPapers, q: string): string[] {
  const pieces = readPieces(q) ?? []
  const fields = new Set(pieces.flatMap((piece) => unknownFieldOf(piece) ?? []))
  const codes = new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'value' && piece.field === 'category' ? `${piece.text}${piece.prefix ? '*' : ''}` : [],
    ),
  )
  return [
    ...[...fields].map((field) => `There is no field “${field}:”, so it was searched as a word.`),
    ...[...codes]
      .filter((code) => !isKnown(count, code))
      .map((code) => `“${code}” is no category of a paper in the library.`),
    ...describePrefixes(pieces),
  ]
}

function describePrefixes(pieces: readonly Piece[]): string[] {
  const prefixes = pieces.flatMap((piece) => {
    if (piece.kind !== 'value' || !piece.prefix || piece.field === 'category') return []
    const last = readWords(piece.text).at(-1)?.word
    return last === undefined ? [] : [{ text: piece.text, isShort: last.length < PREFIX_MIN }]
  })
  const short = new Set(prefixes.filter(({ isShort }) => isShort).map(({ text }) => text))
  const used = new Set(prefixes.filter(({ isShort }) => !isShort).map(({ text }) => text))
  return [
    ...[...used].slice(0, PREFIXES_MAX).map((text) => `“${text}*” finds words that begin with “${text}”.`),
    ...[...short].map((text) => `“${text}*” is too short for the beginning of a word, so it was searched as a word.`),
    ...[...used]
      .slice(PREFIXES_MAX)
      .map((text) => `“${text}*” was searched as a word: a search has at most ${PREFIXES_MAX} beginnings of words.`),
  ]
}

/** Whether arXiv has the category or archive, or a paper is in it: other sources and readers have categories of their own. */
function isKnown(count: CountPapers, code: string): boolean {
  if (canonicalCategory(toCanonical(code)) || isArchive(code)) return true
  return count({ kind: 'category', code }, 0) > 0
}

/**
 * Returns the words and phrases of a query that no paper of the library has. Of a phrase and a word in it only the phrase:
 * "α-RuCl3".
 */
export function findUnknownWords(count: CountPapers, typed: Condition, context: VariantContext): Words[] {
  const unknown = findMarks(typed).filter((item) => count(expandVariants(item, context), 0) === 0)
  return unknown.filter((one) => !unknown.some((other) => isPart(one, other)))
}

const isPart = (one: Words, other: Words): boolean =>
  other.words.length > one.words.length &&
  one.words.every(({ start }) => other.words.some((word) => word.start === start))
