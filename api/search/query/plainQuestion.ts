import { parsePaperReference } from './idQuery.ts'
import { readPieces, type Piece } from './queryPieces.ts'

/**
 * Whether a query is a question in plain words: two words or more, without operators, phrases, fields, prefixes or an id.
 * Only such a query is also answered by meaning; every other one says exactly what is wanted.
 */
export function isPlainQuestion(q: string): boolean {
  if (parsePaperReference(q)) return false
  return readPieces(q)?.every(isPlain) === true && q.trim().split(/\s+/).length > 1
}

const isPlain = (piece: Piece): boolean =>
  piece.kind === 'value'
    ? piece.field === null && !piece.quoted && !piece.prefix
    : piece.kind === 'open' || piece.kind === 'close'
