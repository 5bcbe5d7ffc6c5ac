import { parsePaperReference } from './idQuery.ts'
import type { Piece } from './piece.ts'
import { readPieces, unknownFieldOf } from './queryPieces.ts'

/**
 * Whether a query is a question in plain words: two words or more, without operators, phrases in quotes, fields, prefixes
 * or an id. Only such a query is also answered by meaning; every other one says exactly what is wanted.
 */
export const isPlainQuestion = (q: string): boolean =>
  !parsePaperReference(q) && readPieces(q)?.every(isPlain) === true && q.trim().split(/\s+/).length > 1

function isPlain(piece: Piece): boolean {
  if (piece.kind !== 'value') return piece.kind === 'open' || piece.kind === 'close'
  const isPhrase = piece.quoted && !piece.isFormula
  return piece.field === null && !isPhrase && !piece.prefix && unknownFieldOf(piece) === undefined
}
