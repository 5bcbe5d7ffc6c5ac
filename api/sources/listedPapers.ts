import type { TObject } from '@sinclair/typebox'
import { cleanLine, cleanTitle } from '../text/clean.ts'
import { linkOfWork } from '../text/workIds.ts'
import type { ListedPaper, ListedPapers } from './finders.ts'
import { readEntry } from './jsonRecords.ts'
import type { SourceRecord } from './source.ts'

// What the searches of sources for papers have in common.

const AUTHORS_MAX = 10
/** In characters. */
const LINE_MAX = 300

/** A paper before cleaning, as a service describes it. */
interface RawListed extends Pick<ListedPaper, 'ids' | 'url'> {
  title: string | null | undefined
  authors: readonly (string | null | undefined)[]
  year: number | string | null | undefined
  venue: string | null | undefined
}

/** Cleans what a service says about a paper. Throws Error with the reason when it has no title. */
export function toListedPaper({ title, authors, year, venue, ids, url }: RawListed): ListedPaper {
  const cleaned = cleanTitle(title ?? '')
  if (cleaned === '') throw new Error('it has no title')
  const names = authors
    .slice(0, AUTHORS_MAX)
    .map((name) => cleanLine(name ?? '', LINE_MAX))
    .filter(Boolean)
  return {
    title: cleaned,
    authors: names,
    moreAuthors: Math.max(0, authors.length - AUTHORS_MAX),
    year: /^(?:1[5-9]|20)\d{2}$/.test(String(year ?? '')) ? Number(year) : null,
    venue: cleanLine(venue ?? '', LINE_MAX) || null,
    ids: [...new Set(ids)],
    url,
  }
}

/** A paper whose record was read, listed. */
export function listRecord(record: SourceRecord): ListedPaper {
  const { id, ids = [], doi, title, authors, published_at, venue, journal_ref } = record
  return toListedPaper({
    title,
    authors: authors.map(({ name }) => name),
    year: published_at?.getUTCFullYear(),
    venue: venue?.name ?? journal_ref,
    ids: [id, ...(doi === null ? [] : [`doi:${doi}`]), ...ids],
    url: linkOfWork(id) ?? '',
  })
}

/** "Quillfeather, Mirela" as "Mirela Quillfeather". */
export function givenFirst(name: string | null | undefined): string {
  const [family = '', given = '', ...rest] = (name ?? '').split(',').map((part) => part.trim())
  return rest.length > 0 || given === '' ? (name ?? '') : `${given} ${family}`
}

/** Reads the papers of an answer. Those that cannot be read are counted. */
export function readListed<Schema extends TObject>(
  items: readonly unknown[],
  total: number,
  reader: Parameters<typeof readEntry<Schema, ListedPaper>>[1],
): ListedPapers {
  const papers = items.flatMap((item) => {
    const entry = readEntry(item, reader)
    return 'value' in entry ? [entry.value] : []
  })
  return { papers, total: Math.max(total, items.length), rejected: items.length - papers.length }
}

/** A query for all of `words`, each of them in quotes, where it is no field, operator or wildcard. */
export const quoteWords = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll(/["\\]/g, '')}"`).join(' AND ')
