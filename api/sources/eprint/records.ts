import { isDay } from '../../platform/clock.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { attribute, child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import { parseOaiPage, type OaiPage } from '../oaiPage.ts'
import type { SourceRecord } from '../source.ts'
import type { ParseOptions } from '../xmlRecords.ts'

const AUTHORS_MAX = 1_000

/** Parses a page of ListRecords in the format oai_dc. Throws SyntaxError when the XML is not an OAI-PMH response. */
export const parseEprint = (xml: string, options: ParseOptions = {}): OaiPage => parseOaiPage(xml, options, readRecord)

/** Returns null for a deleted record. `changed_on` is the day of the last change, `published_at` that of the first date. */
function readRecord(record: XmlElement): SourceRecord | null {
  const header = child(record, 'header')
  if (attribute(header, 'status') === 'deleted') return null
  const dc = child(child(record, 'metadata'), 'dc')
  if (dc === undefined) throw new Error('it has no metadata')
  const number = parseNumber(childText(header, 'identifier'))
  if (number === null) throw new Error(`“${childText(header, 'identifier').slice(0, 80)}” is no number of a paper`)
  const title = cleanTitle(childText(dc, 'title'))
  if (title === '') throw new Error('it has no title')
  const authors = children(dc, 'creator').flatMap((creator) => cleanLine(textOf(creator)) || [])
  if (authors.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  const datestamp = childText(header, 'datestamp').trim()
  if (!isDay(datestamp.slice(0, 10))) throw new Error('it has a date that cannot be read')
  // Whether it is the date of the first version or of the last one is not certain; of several the first counts.
  const [first] = children(dc, 'date')
    .map((date) => new Date(textOf(date).trim()))
    .filter((date) => !Number.isNaN(date.getTime()))
    .toSorted((one, other) => one.getTime() - other.getTime())
  const subject = childText(dc, 'subject').trim()
  const code = `eprint.${subject.toLowerCase().replace(/[^a-z]+/g, '-')}`
  const known = canonicalCategory(code)
  return {
    id: `eprint:${number}`,
    source: 'eprint',
    source_id: number,
    version: null,
    title,
    abstract: cleanAbstract(childText(dc, 'description')) || null,
    authors: authors.map((name) => ({ name })),
    categories: known === null ? [] : [known],
    ...(known === null && subject !== '' && { unknown_categories: [code] }),
    primary_category: known,
    published_at: first ?? null,
    updated_at: null,
    announced_on: null,
    announce_type: null,
    announced_in: null,
    changed_on: datestamp.slice(0, 10),
    version_dates: [],
    doi: null,
    comment: null,
    journal_ref: null,
    license: null,
    code_url: null,
    withdrawn: false,
    // Its list says which papers are new, other than that of arXiv.
    source_interface: 'api',
  }
}

/** "oai:eprint.iacr.org:2026/007" and "2026/7" are "2026/7". Null for anything else. */
export function parseNumber(text: string): string | null {
  const [, year, number] = /(?:^|[:/])(199\d|20\d{2})\/0*(\d{1,5})$/.exec(text.trim()) ?? []
  return year === undefined || number === undefined ? null : `${year}/${number}`
}

/** The number in a record as it was received, or the number that is all of the text; null without one. */
export const numberIn = (raw: string): string | null =>
  parseNumber(/<identifier>\s*(oai:[^<\s]{1,80})/.exec(raw)?.[1] ?? raw)
