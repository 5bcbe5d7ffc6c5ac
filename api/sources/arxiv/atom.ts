import type { Author } from '../../contract/papers.ts'
import { attribute, child, children, childText, parseXml, textOf, type XmlNode } from '../../text/xml.ts'
import { cleanLine } from '../../text/clean.ts'
import { parseAuthors } from '../../text/names.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { readRecords, toRecord, xmlOfElement } from './records.ts'

export interface AtomPage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Entries of the page, readable or not. */
  entries: number
  /** Matches in total; can change from page to page. */
  total: number
  /** What arXiv says is wrong with the question, in its words; null for a page of papers. */
  error: string | null
}

/** A page of the query API, in the form of today or of before November 2025. Throws SyntaxError when it is none. */
export function parseAtom(xml: string): AtomPage {
  const feed = child(parseXml(xml, { lists: ['entry'] }), 'feed')
  if (feed === undefined) throw new SyntaxError('the answer is not a feed')
  const entries = children(feed, 'entry')
  const page = {
    entries: entries.length,
    total: Number(childText(feed, 'totalResults') || entries.length),
    error: null,
  }
  const [first] = entries
  // The old service sent errors with status 200.
  if (first !== undefined && childText(first, 'id').includes('/api/errors#'))
    return { ...page, records: [], rejected: [], error: cleanLine(childText(first, 'summary')) || 'Error' }
  return { ...page, ...readRecords(entries, readEntry, xmlOfElement(xml, 'entry')) }
}

function readEntry(entry: XmlNode): SourceRecord {
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

/** Collaborations are authors here, too, under the same names as in the free-text lists of the other interfaces. */
function readAuthor(author: XmlNode): Author[] {
  const places = children(author, 'affiliation').map((place) => cleanLine(textOf(place)))
  const affiliation = places.filter((place) => place !== '').join('; ')
  const [first, ...others] = parseAuthors(childText(author, 'name'))
  if (first === undefined) return []
  return [affiliation === '' ? first : { ...first, affiliation }, ...others]
}
