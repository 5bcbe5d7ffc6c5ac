import type { Author, Venue } from '../../contract/papers.ts'
import { isDay } from '../../platform/clock.ts'
import { cleanAbstract, cleanLine } from '../../text/clean.ts'
import { parseOrcid } from '../../text/orcid.ts'
import { attribute, child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import { readMarkupWithoutMail } from '../markup.ts'

const AUTHORS_MAX = 10_000
/** Affiliations of an author are one line. */
const AFFILIATION_MAX = 500
/** In characters. */
const LABEL_MAX = 100
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The elements with words and markup in them: italics, subscripts, formulas. */
export const MIXED = ['ArticleTitle', 'AbstractText', 'BookTitle', 'VernacularTitle', 'Affiliation', 'CollectiveName']

export interface PartialDate {
  at: Date
  precision: 'day' | 'month' | 'year'
}

/**
 * A date whose month is a number, a name or missing; "2026 Sep-Oct" and "1998 Dec-1999 Jan" begin with the first month.
 * Null without a year that can be one.
 */
export function readDate(date: XmlElement | undefined): PartialDate | null {
  const free = childText(date, 'MedlineDate')
  const [, year = '', month = ''] =
    /\b(1[4-9]\d\d|2[01]\d\d)\b(?:\s+([a-z]{3}))?/i.exec(
      free === '' ? `${childText(date, 'Year')} ${childText(date, 'Month')}` : free,
    ) ?? []
  if (year === '') return null
  const written = childText(date, 'Month').trim()
  const number = /^\d{1,2}$/.test(written) ? Number(written) : MONTHS.indexOf(month.toLowerCase()) + 1
  if (number < 1 || number > 12) return { at: new Date(`${year}-01-01`), precision: 'year' }
  const first = `${year}-${String(number).padStart(2, '0')}`
  const day = `${first}-${childText(date, 'Day').trim().padStart(2, '0')}`
  return isDay(day) ? { at: new Date(day), precision: 'day' } : { at: new Date(`${first}-01`), precision: 'month' }
}

/** The sections of an abstract as paragraphs, each with its label: "METHODS: We count." Null without any. */
export function readAbstract(abstract: XmlElement | undefined): string | null {
  const sections = children(abstract, 'AbstractText').map((section) => {
    const text = readMarkupWithoutMail(textOf(section)).trim()
    const written = cleanLine(attribute(section, 'Label'), LABEL_MAX)
    const label = written.slice(0, endBefore(written, ' .:'))
    // These labels say that there is none.
    return text === '' || label === '' || /^un(?:labelled|assigned)$/i.test(label) ? text : `${label}: ${text}`
  })
  return cleanAbstract(sections.filter(Boolean).join('\n\n')) || null
}

/** The authors and groups in their order. Names that a later entry corrects are left out. Throws Error for too many. */
export function readAuthors(list: XmlElement | undefined): Author[] {
  const entries = children(list, 'Author').filter((author) => attribute(author, 'ValidYN') !== 'N')
  if (entries.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  return entries.flatMap((author) => readAuthor(author) ?? [])
}

function readAuthor(author: XmlElement): Author | null {
  const given = childText(author, 'ForeName') || childText(author, 'Initials')
  const parts = [given, childText(author, 'LastName'), childText(author, 'Suffix')].map(lineOf).filter(Boolean)
  const name = parts.length > 0 ? parts.join(' ') : lineOf(childText(author, 'CollectiveName'))
  if (name === '') return null
  const places = children(author, 'AffiliationInfo').map((info) => lineOf(childText(info, 'Affiliation')))
  const affiliation = cleanLine([...new Set(places)].filter(Boolean).join('; '), AFFILIATION_MAX)
  const orcid = children(author, 'Identifier').flatMap((one) => readOrcid(one) ?? [])[0]
  return { name, ...(affiliation !== '' && { affiliation }), ...(orcid !== undefined && { orcid }) }
}

/** One line without e-mail addresses, and without the signs that are left where one was at the end. */
function lineOf(text: string): string {
  const line = cleanLine(readMarkupWithoutMail(text))
  const end = endBefore(line, ' .,;')
  return end > 0 && line[end] === '.' ? line.slice(0, end + 1) : line.slice(0, end)
}

/** The length of a text without the `signs` at its end. */
function endBefore(text: string, signs: string): number {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] ?? '')) end -= 1
  return end
}

/** Null for an identifier of another kind, and for an iD with a wrong checksum. */
const readOrcid = (identifier: XmlElement): string | null =>
  attribute(identifier, 'Source').toUpperCase() === 'ORCID' ? parseOrcid(textOf(identifier)) : null

/** The journal with volume, issue and pages. Null without a name. */
export function readVenue(article: XmlElement | undefined): Venue | null {
  const journal = child(article, 'Journal')
  const issueOf = child(journal, 'JournalIssue')
  const name = lineOf(childText(journal, 'Title') || childText(journal, 'ISOAbbreviation'))
  if (name === '') return null
  const pagination = child(article, 'Pagination')
  const printed = childText(pagination, 'MedlinePgn') || childText(pagination, 'StartPage')
  const [volume, issue, pages] = [childText(issueOf, 'Volume'), childText(issueOf, 'Issue'), printed].map(lineOf)
  return { name, ...(volume && { volume }), ...(issue && { issue }), ...(pages && { pages }) }
}

/** "J Inv Med 2026;3(1):11-29" */
export function describeVenue(article: XmlElement | undefined, venue: Venue, published: PartialDate | null): string {
  const name = lineOf(childText(child(article, 'Journal'), 'ISOAbbreviation')) || venue.name
  const { volume = '', issue, pages } = venue
  const number = `${volume}${issue === undefined ? '' : `(${issue})`}`
  const place = `${number}${pages === undefined ? '' : `:${pages}`}`
  const year = published === null ? '' : ` ${published.at.getUTCFullYear()}`
  return `${name}${year}${place === '' ? '' : `;${place}`}`
}
