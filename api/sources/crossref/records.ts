import { ownNames } from '../../text/ownNames.ts'
import { Value } from '@sinclair/typebox/value'
import type { Author, PaperKind, Venue } from '../../contract/papers.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { parseDoi } from '../../text/doi.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import { parseOrcid } from '../../text/orcid.ts'
import { parseJson, readItems, type ReadRecords } from '../jsonRecords.ts'
import { readMarkup, readMarkupWithoutMail } from '../markup.ts'
import type { SourceRecord } from '../source.ts'
import { linksIn } from './relations.ts'
import { Answer, Refusal, Work, type Contributor, type PartialDate } from './work.ts'

const AUTHORS_MAX = 10_000
/** Affiliations of an author are one line. */
const AFFILIATION_MAX = 500

const KINDS: Readonly<Record<string, PaperKind>> = ownNames({
  'journal-article': 'article',
  'proceedings-article': 'proceedings',
  'book-chapter': 'chapter',
  'book-section': 'chapter',
  'book-part': 'chapter',
  'reference-entry': 'chapter',
  'posted-content': 'preprint',
  report: 'report',
  'report-component': 'report',
  dissertation: 'thesis',
})
/** What has a DOI and is none, with the word for it. */
const NO_PAPERS: Readonly<Record<string, string>> = ownNames({
  journal: 'a journal',
  'journal-volume': 'a volume of a journal',
  'journal-issue': 'an issue of a journal',
  'book-series': 'a series of books',
  proceedings: 'the proceedings of a conference',
  'proceedings-series': 'a series of proceedings',
  'report-series': 'a series of reports',
  component: 'a part of a paper',
  'peer-review': 'a review of a paper',
  grant: 'a grant',
})

/**
 * Parses an answer with one record or a list of them. A record that cannot be used is returned with the reason. Throws
 * SyntaxError for anything else.
 */
export function parseWorks(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): ReadRecords {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no records')
  const items = answer['message-type'] === 'work' ? [answer.message] : answer.message.items
  return readItems(items, { schema: Work, invalidUtf8, doiField: 'DOI', read: toRecord })
}

/** Returns the sentences of a refusal; null for any other text. */
export function parseRefusal(body: string): string | null {
  try {
    const refusal: unknown = parseJson(body)
    return Value.Check(Refusal, refusal) ? refusal.message.map(({ message }) => message.trim()).join(' ') : null
  } catch {
    // Recovered: the status alone shows that the request is refused.
    return null
  }
}

/** Throws Error with the reason why it is no record of a paper. */
export function toRecord(item: Work): SourceRecord {
  const doi = parseDoi(item.DOI)
  if (doi === null) throw new Error(`“${item.DOI.slice(0, 80)}” is not a DOI`)
  const other = NO_PAPERS[item.type ?? '']
  if (other !== undefined) throw new Error(`it is ${other}, not a paper`)
  const title = titleOf(item)
  if (title === '') throw new Error('it has no title')
  const authors = (item.author ?? []).flatMap((one) => toAuthor(one) ?? [])
  if (authors.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  const { key, version } = splitDoiVersion(doi)
  const abstract = cleanAbstract(readMarkupWithoutMail(item.abstract ?? ''))
  const kind = KINDS[item.type ?? ''] ?? 'other'
  const published = [item['published-online'], item.posted, item.published, item.issued]
  const date = published.map(toDate).find((one) => one !== null)
  const published_at = date?.at ?? null
  const venue = venueOf(item, kind)
  const pdf = item.link?.find(isPdfForPeople)?.URL
  const citations = item['is-referenced-by-count']
  const links = linksIn(item.relation, `doi:${key}`)
  return {
    id: `doi:${key}`,
    source: 'crossref',
    source_id: key,
    version,
    kind,
    title,
    abstract: abstract || null,
    authors,
    categories: [],
    primary_category: null,
    published_at,
    ...(date?.precision && { published_precision: date.precision }),
    updated_at: null,
    announced_on: null,
    announce_type: null,
    announced_in: null,
    changed_on: null,
    version_dates: [],
    doi,
    ...(links.length > 0 && { links }),
    comment: null,
    ...(venue !== null && { venue }),
    journal_ref: venue === null || kind === 'preprint' ? null : describeVenue(venue, published_at),
    license: licenceOf(item),
    code_url: null,
    ...(pdf != null && { pdf_url: pdf }),
    ...(citations != null && citations >= 0 && { citations }),
    withdrawn: false,
    source_interface: 'api',
  }
}

const listOf = (texts: Work['title']): string[] =>
  (typeof texts === 'string' ? [texts] : (texts ?? [])).flatMap((text) => text?.trim() || [])

/** The titles as they were received, without empty ones. */
export const titlesOf = ({ title }: Work): string[] => listOf(title)

function titleOf({ title, subtitle }: Work): string {
  const main = cleanTitle(readMarkup(listOf(title)[0] ?? ''))
  const sub = cleanTitle(readMarkup(listOf(subtitle)[0] ?? ''))
  if (sub === '' || main === '' || main.toLowerCase().includes(sub.toLowerCase())) return main
  return cleanTitle(/[?!:.]$/.test(main) ? `${main} ${sub}` : `${main}: ${sub}`)
}

/** Null for an entry without a name. */
function toAuthor({ given, family, suffix, name, ORCID, affiliation }: Contributor): Author | null {
  const parts = [given, family, suffix].map((part) => cleanLine(readMarkup(part ?? '')))
  const whole = parts.some((part) => part !== '') ? parts.filter(Boolean).join(' ') : cleanLine(readMarkup(name ?? ''))
  if (whole === '') return null
  const places = (affiliation ?? []).map((place) => cleanLine(readMarkupWithoutMail(place.name ?? ''))).filter(Boolean)
  const orcid = parseOrcid(ORCID ?? '')
  return {
    name: whole,
    ...(places.length > 0 && { affiliation: cleanLine(places.join('; '), AFFILIATION_MAX) }),
    ...(orcid !== null && { orcid }),
  }
}

/** The first day of the year or month that is given. Null without a date that can be one. */
function toDate(date: PartialDate | undefined): { at: Date; precision: 'day' | 'month' | 'year' } | null {
  const [year = 0, month = 0, day = 0] = (date?.['date-parts']?.[0] ?? []).map(Number)
  if (year < 1400 || year > 2200 || month > 12 || day > 31) return null
  const at = new Date(Date.UTC(year, (month || 1) - 1, month ? day || 1 : 1))
  return { at, precision: month === 0 ? 'year' : day === 0 ? 'month' : 'day' }
}

function venueOf(item: Work, kind: PaperKind): Venue | null {
  const [first] = [item.institution ?? []].flat()
  const container = listOf(item['container-title'])[0] ?? (kind === 'preprint' ? first?.name : undefined)
  const name = cleanLine(readMarkup(container ?? (kind === 'report' ? item.publisher : undefined) ?? ''))
  if (name === '') return null
  const [volume, issue, pages] = [item.volume, item.issue, item.page ?? item['article-number']].map((text) =>
    cleanLine(readMarkup(text ?? '')),
  )
  return { name, ...(volume && { volume }), ...(issue && { issue }), ...(pages && { pages }) }
}

/** "Journal of Imaginary Vision 3 (1), 11-29 (2026)" */
function describeVenue({ name, volume, issue, pages }: Venue, published: Date | null): string {
  const number = [volume, issue && `(${issue})`].filter(Boolean).join(' ')
  const place = [[name, number].filter(Boolean).join(' '), pages].filter(Boolean).join(', ')
  return published === null ? place : `${place} (${published.getUTCFullYear()})`
}

/** That of the published version; some publishers do not say of which version theirs is. */
function licenceOf({ license }: Work): string | null {
  const of = (wanted: string) =>
    license?.find((one) => one['content-version'] === wanted && isWebAddress(one.URL))?.URL ?? null
  return of('vor') ?? of('am') ?? of('unspecified')
}

/** Some publishers name addresses for programs with a key, and for checks of plagiarism. */
const isPdfForPeople = (link: NonNullable<Work['link']>[number]) =>
  link['content-type'] === 'application/pdf' &&
  link['intended-application'] !== 'similarity-checking' &&
  isWebAddress(link.URL) &&
  !new URL(link.URL).hostname.startsWith('api.')

const isWebAddress = (address: string | null | undefined): address is string =>
  /^https?:\/\/[^\s/]/i.test(address ?? '') && URL.canParse(address ?? '')
