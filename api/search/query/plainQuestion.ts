import { parsePaperReference } from './idQuery.ts'
import { readPieces, unknownFieldOf, type Piece } from './queryPieces.ts'

/**
 * Whether a query is a question in plain words: two words or more, without operators, phrases in quotes, fields, prefixes or an id.
 * Only such a query is also answered by meaning; every other one says exactly what is wanted.
 */
export function isPlainQuestion(q: string): boolean {
  if (parsePaperReference(q)) return false
  const isPlain = (piece: Piece): boolean => {
    if (piece.kind !== 'value') return piece.kind === 'open' || piece.kind === 'close'
    const isPhrase = piece.quoted && !piece.isFormula
    return piece.field === null && !isPhrase && !piece.prefix && unknownFieldOf(piece) === undefined
  }
  return readPieces(q)?.every(isPlain) === true && q.trim().split(/\s+/).length > 1
}
