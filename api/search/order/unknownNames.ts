import type { Database } from 'bun:sqlite'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { readPieces, unknownFieldOf } from '../query/queryPieces.ts'
import { isArchive, toCanonical } from '../query/tags.ts'
import { countMatches, toMatching } from './matching.ts'

/** Returns a sentence for the fields of a query that do not exist, and one for each category that no paper has. */
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
  ]
}

/** Whether arXiv has the category or archive, or a paper is in it: other sources and readers have categories of their own. */
function isKnown(database: Database, code: string): boolean {
  if (canonicalCategory(toCanonical(code)) || isArchive(code)) return true
  return countMatches(database, toMatching(database, { kind: 'category', code }, { mergedMax: 0 }), 1) > 0
}
