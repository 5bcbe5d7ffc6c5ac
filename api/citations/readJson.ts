import { READING_STATUSES } from '../contract/readingList.ts'
import { isUnread, toEntry, type ReadEntry } from './fileEntry.ts'
import { readMarkup, readNote } from './fieldText.ts'
import type { IsReference } from './paperIds.ts'

type Fields = Record<string, unknown>

/** Reads CSL-JSON or this product's own JSON export. Throws SyntaxError for other text. */
export function readJson(text: string, isReference: IsReference): ReadEntry[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SyntaxError('This looks like JSON, but it is not complete or not valid.', { cause })
  }
  const items = listIn(value) ?? listIn((value as Fields)['items'])
  if (items === null) throw new SyntaxError('This JSON file is neither CSL-JSON nor an export of a reading list.')
  return items.map((item) =>
    isObject(item)
      ? toJsonEntry(item, isReference)
      : { label: JSON.stringify(item).slice(0, 80), problem: 'it is no entry of a bibliography' },
  )
}

function toJsonEntry(item: Fields, isReference: IsReference): ReadEntry {
  const { paper } = item
  if (isObject(paper)) {
    const entry = toEntry(
      {
        ids: { exact: [String(paper['id']).replace(/^doi:/, ''), textIn(paper['doi'])] },
        title: [textIn(paper['title'])],
        authors: (listIn(paper['authors']) ?? []).map((author) => textIn((author as Fields | null)?.['name'])),
        tags: (listIn(item['tags']) ?? []).map(textIn),
      },
      isReference,
    )
    const status = READING_STATUSES.find((one) => one === item['status'])
    // The note is the reader's own: a line of it that names a paper belongs to it.
    if (isUnread(entry)) return entry
    return { ...entry, notes: textIn(item['notes']) ?? '', ...(status && { status }) }
  }
  const names = (listIn(item['author']) ?? []).flatMap((name) => (isObject(name) ? [name] : []))
  return toEntry(
    {
      ids: {
        exact: ['number', 'archive_location', 'DOI', 'URL', 'PMID'].map((key) =>
          key === 'PMID' && textIn(item[key]) !== undefined ? `pmid:${textIn(item[key])}` : textIn(item[key]),
        ),
        printed: [
          'container-title',
          'collection-title',
          'publisher',
          'archive',
          'volume',
          'issue',
          'page',
          'genre',
        ].map((key) => textIn(item[key])),
        remarks: [textIn(item['note'])],
      },
      title: [readMarkup(textIn(item['title']) ?? '')],
      authors: names.map(
        (name) => textIn(name['literal']) ?? `${textIn(name['family']) ?? ''}, ${textIn(name['given']) ?? ''}`,
      ),
      notes: [textIn(item['annote']), textIn(item['note'])].map((note) => readNote(note ?? '')),
      tags: readMarkup(textIn(item['keyword']) ?? '').split(/[,;]/),
    },
    isReference,
    { name: textIn(item['id']) ?? '' },
  )
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listIn = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null)
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
