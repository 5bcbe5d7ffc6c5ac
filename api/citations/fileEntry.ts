import type { ReadingStatus } from '../contract/readingList.ts'

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

const LABEL_MAX = 200
const IDS_MAX = 12
const AUTHORS_MAX = 100

type Values = Partial<Record<'ids' | 'title' | 'authors' | 'notes' | 'tags', readonly (string | undefined)[]>>

const clean = (texts: readonly (string | undefined)[] = []) =>
  texts.map((text = '') => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')

/**
 * An entry of these values. Lines of the notes that name the paper (Zotero's "arXiv:2611.90001 [cs.LG]") are ids and not
 * notes. Null if nothing names a paper.
 */
export function toEntry(values: Values, isReference: (text: string) => boolean): FileEntry | null {
  const lines = (values.notes ?? [])
    .filter((note) => note !== undefined && note.trim() !== '')
    .join('\n\n')
    .split('\n')
  const named = new Set(lines.filter((line) => line.length < 300 && isReference(line)))
  const [title = null] = clean(values.title)
  const ids = [...clean(values.ids), ...named].slice(0, IDS_MAX)
  if (title === null && ids.length === 0) return null
  return {
    label: (title ?? ids[0] ?? '').slice(0, LABEL_MAX),
    ids,
    title,
    authors: clean(values.authors).slice(0, AUTHORS_MAX),
    notes: lines
      .filter((line) => !named.has(line))
      .join('\n')
      .trim(),
    tags: clean(values.tags),
  }
}
