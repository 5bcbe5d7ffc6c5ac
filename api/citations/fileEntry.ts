import type { ReadingStatus } from '../contract/readingList.ts'
import { findIds, type IdTexts, type IsReference } from './paperIds.ts'

/** What a file, or a line of pasted text, says about one paper. */
export interface FileEntry {
  /** The title, else the text that refers to the paper, cut to 200 characters. */
  label: string
  /** Ids, DOIs and addresses that may name it, the surest first. Other words may be among them. */
  ids: string[]
  title: string | null
  /** Names as written. */
  authors: string[]
  notes: string
  tags: string[]
  /** The reading state, in an export of this product. Notes and tags are then taken as they are. */
  status?: ReadingStatus
}

/** An entry that names no paper. */
export interface UnreadEntry {
  /** Its key, else how it begins; cut to 200 characters. */
  label: string
  /** What is wrong with it, as a part of a sentence. */
  problem: string
}

export type ReadEntry = FileEntry | UnreadEntry

export const isUnread = (entry: ReadEntry): entry is UnreadEntry => 'problem' in entry

const LABEL_MAX = 200
const IDS_MAX = 12
const AUTHORS_MAX = 100

interface Values extends Partial<Record<'title' | 'authors' | 'notes' | 'tags', readonly (string | undefined)[]>> {
  ids?: IdTexts
}

interface Origin {
  /** What the entry is called in its file. */
  name?: string
  /** Why a part of it could not be read. */
  problem?: string | null
}

const clean = (texts: readonly (string | undefined)[] = []) =>
  texts.map((text = '') => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')

/**
 * An entry of these values. Lines of the notes that name the paper (Zotero's "arXiv:2611.90001 [cs.LG]") are ids and not
 * notes. Without a title and an id it is one that could not be read.
 */
export function toEntry(values: Values, isReference: IsReference, { name, problem }: Origin = {}): ReadEntry {
  const lines = (values.notes ?? [])
    .filter((note) => note !== undefined && note.trim() !== '')
    .join('\n\n')
    .split('\n')
  const named = new Set(lines.filter((line) => line.length < 300 && isReference(line)))
  const [title = null] = clean(values.title)
  const found = findIds(values.ids ?? {}, isReference)
  const isShort = (id: string) => lines.some((line) => line !== id && named.has(line) && line.startsWith(id))
  const ids = [...new Set(clean([...found.filter((id) => !isShort(id)), ...named]))].slice(0, IDS_MAX)
  const authors = clean(values.authors).slice(0, AUTHORS_MAX)
  const label = (title ?? ids[0] ?? (name || authors[0] || '')).slice(0, LABEL_MAX)
  if (title === null && ids.length === 0)
    return { label, problem: problem ?? 'it has no title and no id, DOI or address of a paper' }
  return {
    label,
    ids,
    title,
    authors,
    notes: lines
      .filter((line) => !named.has(line))
      .join('\n')
      .trim(),
    tags: clean(values.tags),
  }
}
