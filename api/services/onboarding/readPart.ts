import { cutFile } from '../../citations/cutFile.ts'
import { readImport, type ImportFile } from '../../citations/readImport.ts'
import { IMPORT_PAPERS_MAX } from '../../contract/limits.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'

/** The first papers of a text, and how much of it they take. */
export interface FileRead extends ImportFile {
  /** Characters that were read. What follows is the next part of the file. */
  read: number
}

const isReference = (word: string) => parsePaperReference(word) !== null

/**
 * Reads the first papers of a text, 1,000 at most. With `more` the file goes on behind the text: what its end cuts is not
 * read. Throws SyntaxError with a sentence for the reader when the text cannot be read.
 */
export function readPart(text: string, more: boolean): FileRead {
  const { end, content } = cutFile(text, { max: IMPORT_PAPERS_MAX, more })
  if (end === 0 && text !== '')
    throw new SyntaxError('This file cannot be cut into parts: it is no list of papers, or one of them is too long.')
  const file = readImport(content, isReference, IMPORT_PAPERS_MAX)
  if (end === text.length || more) return { ...file, read: end }
  return { ...file, leftOut: readImport(text, isReference, IMPORT_PAPERS_MAX).leftOut, read: end }
}
