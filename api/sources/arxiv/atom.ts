import type { Author } from '../../contract/papers.ts'
import { attribute, child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import { cleanLine } from '../../text/clean.ts'
import { parseAuthors } from '../../text/names.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { readRecords, type ParseOptions } from '../xmlRecords.ts'
import { toRecord } from './records.ts'

export interface AtomPage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Number of entries on the page, including rejected ones. */
  entries: number
  /** Number of matches on all pages; can change from page to page. */
  total: number
  /** arXiv's error message for the query; null for a page of papers. */
  error: string | null
}

/** Parses a page of the query API, in the layout since or before November 2025. Throws SyntaxError for other XML. */
export function parseAtom(xml: string, options: ParseOptions = {}): AtomPage {
  let error: string | null = null
  const { document, count, records, rejected } = readRecords(xml, { ...options, name: 'entry' }, (entry) => {
    // Before November 2025 errors were sent with status 200.
    if (!childText(entry, 'id').includes('/api/errors#')) return readEntry(entry)
    error ??= cleanLine(childText(entry, 'summary')) || 'Error'
    return null
  })
  const feed = child(document, 'feed')
  if (feed === undefined) throw new SyntaxError('the answer is not a feed')
  return { records, rejected, entries: count, total: Number(childText(feed, 'totalResults') || count), error }
}

function readEntry(entry: XmlElement): SourceRecord {
  return toRecord({
    id: childText(entry, 'id'),
    title: childText(entry, 'title'),
    abstract: childText(entry, 'summary'),
    authors: children(entry, 'author').flatMap(readAuthor),
    categories: children(entry, 'category').map((category) => attribute(category, 'term')),
    primary: attribute(child(entry, 'primary_category'), 'term') || undefined,
    published_at: new Date(childText(entry, 'published')),
    updated_at: new Date(childText(entry, 'updated')),
    dois: children(entry, 'doi').map(textOf),
    comment: childText(entry, 'comment'),
    journal_ref: childText(entry, 'journal_ref'),
    license: '',
    source_interface: 'api',
  })
}

/** Collaborations are authors here, too, with the same names as in the free-text lists of the other interfaces. */
function readAuthor(author: XmlElement): Author[] {
  const affiliations = children(author, 'affiliation').map((node) => cleanLine(textOf(node)))
  const affiliation = affiliations.filter((text) => text !== '').join('; ')
  const [first, ...others] = parseAuthors(childText(author, 'name'))
  if (first === undefined) return []
  return [affiliation === '' ? first : { ...first, affiliation }, ...others]
}
