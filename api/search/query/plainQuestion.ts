import { parsePaperReference } from './idQuery.ts'
import { readPieces } from './queryPieces.ts'

/**
 * Whether a query is a question in plain words: two words or more, without operators, phrases, fields, prefixes or an id.
 * Only such a query is also answered by meaning; every other one says exactly what is wanted.
 */
export function isPlainQuestion(q: string): boolean {
  if (parsePaperReference(q)) return false
  const pieces = readPieces(q)
  const isPlain = pieces?.every((piece) => piece.kind === 'value' && piece.field === null && isLoose(piece))
  return isPlain === true && q.trim().split(/\s+/).length > 1
}

const isLoose = ({ quoted, prefix }: { quoted: boolean; prefix: boolean }): boolean => !quoted && !prefix
