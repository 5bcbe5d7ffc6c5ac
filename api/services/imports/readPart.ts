import { linesIn, readImport, type ImportFile, type UnreadableEntry } from '../../citations/readImport.ts'
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

/** Whether nothing in a file is a paper, a feed, or an entry that could be one. */
export const isEmpty = ({ entries, unreadable, feeds }: ImportFile): boolean =>
  entries.length + unreadable.length + feeds.category_ids.length + feeds.unusable.length === 0

/** Where an entry is in its file, of which parts with so many line breaks and entries were read before. */
export const placeOf = ({ line, item }: UnreadableEntry, before = { lines: 0, entries: 0 }): string =>
  line === undefined ? `entry ${before.entries + (item ?? 0)}` : `line ${before.lines + line}`
