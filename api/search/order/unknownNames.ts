import type { Database } from 'bun:sqlite'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { readWords } from '../../text/words.ts'
import { PREFIX_MIN, PREFIXES_MAX } from '../query/bound.ts'
import { readPieces, unknownFieldOf, type Piece } from '../query/queryPieces.ts'
import { isArchive, toCanonical } from '../query/tags.ts'
import { countMatches, toMatching } from './matching.ts'

/**
 * Returns a sentence for the fields of a query that do not exist, for each category that no paper has, and for the prefixes
 * that are searched as words.
 */
export function describeUnknownNames(database: Database, q: string): string[] {
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
      .filter((code) => !isKnown(database, code))
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
    ...[...short].map((text) => `“${text}*” is too short for the beginning of a word, so it was searched as a word.`),
    ...[...used]
      .slice(PREFIXES_MAX)
      .map((text) => `“${text}*” was searched as a word: a search has at most ${PREFIXES_MAX} beginnings of words.`),
  ]
}

/** Whether arXiv has the category or archive, or a paper is in it: other sources and readers have categories of their own. */
function isKnown(database: Database, code: string): boolean {
  if (canonicalCategory(toCanonical(code)) || isArchive(code)) return true
  return countMatches(database, toMatching(database, { kind: 'category', code }, { mergedMax: 0 }), 1) > 0
}
