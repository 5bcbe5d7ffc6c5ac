import { readImport, linesIn, type ImportFile } from '../../citations/readImport.ts'
import { IMPORT_PAPERS_MAX } from '../../contract/limits.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'

/** The first papers of a text. */
export interface FileRead extends ImportFile {
  /** Line breaks in what was read. */
  lines: number
}

const isReference = (word: string) => parsePaperReference(word) !== null

/**
 * Reads the first papers of a text, 1,000 at most. With `more` the file goes on behind the text: what its end cuts is not
 * read. Throws SyntaxError with a sentence for the reader when the text cannot be read.
 */
export function readPart(text: string, more: boolean): FileRead {
  const file = readImport(text, isReference, { max: IMPORT_PAPERS_MAX, more })
  if (file.read === 0 && text !== '')
    throw new SyntaxError('This file cannot be cut into parts: it is no list of papers, or one of them is too long.')
  return { ...file, lines: linesIn(text, file.read) }
}
