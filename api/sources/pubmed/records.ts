import { ownNames } from '../../text/ownNames.ts'
import type { DeclaredLink, PaperKind } from '../../contract/papers.ts'
import { addDays } from '../../platform/clock.ts'
import { cleanTitle } from '../../text/clean.ts'
import { parseDoi } from '../../text/doi.ts'
import { attribute, child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import { readMarkupWithoutMail } from '../markup.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { readRecords, type ParseOptions } from '../xmlRecords.ts'
import { describeVenue, MIXED, readAbstract, readAuthors, readDate, readVenue } from './fields.ts'

const KINDS: Readonly<Record<string, PaperKind>> = ownNames({
  Preprint: 'preprint',
  'Technical Report': 'report',
  'Academic Dissertation': 'thesis',
})
/** Publication types of what is about another paper. A "Retracted Publication" is the paper itself. */
const NOTICES = new Set([
  'Published Erratum',
  'Retraction of Publication',
  'Retraction Notice',
  'Expression of Concern',
  'Comment',
])
/** How the reference to a preprint begins. The reference to an earlier version of a review names a journal. */
const PREPRINT_SERVER =
  /^(?:bioRxiv|medRxiv|arXiv|ChemRxiv|Res(?:earch)? Sq(?:uare)?|SSRN|PsyArXiv|SocArXiv|Preprints?)\b/i

/** The records of one answer. */
export interface PubmedPage {
  /**
   * Without categories. `announced_on` is the day after the record was made; null with the type "new" when the record does
   * not say that. Notices have neither.
   */
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** The records of the answer, including those that were rejected. */
  count: number
}

/** Parses an answer of efetch. A record that cannot be used is returned with the reason. Throws SyntaxError for anything else. */
export function parsePubmed(xml: string, options: ParseOptions = {}): PubmedPage {
  // Its errors are JSON also where XML was asked for.
  if (/^\s*\{/.test(xml)) throw new SyntaxError('it is an error in place of records')
  const { document, count, records, rejected } = readRecords(
    xml,
    { ...options, name: ['PubmedArticle', 'PubmedBookArticle'], mixed: MIXED, skipDoctype: true },
    (element) => (element.name === 'PubmedArticle' ? readArticle(element) : readBookArticle(element)),
  )
  const error = childText(document.children[0], 'ERROR').trim()
  if (error !== '') throw new SyntaxError(`it says “${error.slice(0, 80)}”`)
  if (child(document, 'PubmedArticleSet') === undefined) throw new SyntaxError('it is no list of records of PubMed')
  return { records, rejected: rejected.map(withOwnFields), count }
}

/** A rejected record with what its text shows of whose it is. The first PMID of a record is its own. */
function withOwnFields(rejected: RejectedRecord): RejectedRecord {
  const id = pmidIn(rejected.raw)
  const [, year = '', month = '', day = ''] =
    /PubStatus="entrez"\s*>\s*<Year>(\d{4})<\/Year>\s*<Month>(\d{1,2})<\/Month>\s*<Day>(\d{1,2})</.exec(rejected.raw) ??
    []
  const date = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return {
    ...rejected,
    ...(id !== null && { source_id: id }),
    ...(!Number.isNaN(date.getTime()) && { announced_on: addDays(date.toISOString().slice(0, 10), 1) }),
  }
}

/** The first PMID in a record as it was received, or the PMID that is all of the text; null without one. */
export function pmidIn(raw: string): string | null {
  const [, inRecord, bare] =
    /<PMID(?:\s[^<>]*)?>\s*0*([1-9]\d{0,8})\s*<\/PMID>|^\s*0*([1-9]\d{0,8})\s*$/.exec(raw) ?? []
  return inRecord ?? bare ?? null
}

function readArticle(element: XmlElement): SourceRecord {
  const citation = child(element, 'MedlineCitation')
  const article = child(citation, 'Article')
  const types = children(child(article, 'PublicationTypeList'), 'PublicationType').map((type) => textOf(type).trim())
  const isNotice = types.some((type) => NOTICES.has(type))
  const kind = isNotice ? 'other' : (types.flatMap((type) => KINDS[type] ?? [])[0] ?? 'article')
  const issue = child(child(article, 'Journal'), 'JournalIssue')
  const published = readDate(child(article, 'ArticleDate')) ?? readDate(child(issue, 'PubDate'))
  const venue = readVenue(article)
  const links = linksIn(child(citation, 'CommentsCorrectionsList'), kind)
  return toRecord(citation, child(element, 'PubmedData'), {
    kind,
    title: titleOf(childText(article, 'ArticleTitle')) || titleOf(childText(article, 'VernacularTitle')),
    abstract: readAbstract(child(article, 'Abstract')),
    authors: readAuthors(child(article, 'AuthorList')),
    published_at: published?.at ?? null,
    ...(published && { published_precision: published.precision }),
    announce_type: isNotice ? null : 'new',
    doi: doiIn(children(article, 'ELocationID')),
    ...(links.length > 0 && { links }),
    ...(venue && { venue }),
    journal_ref: venue === null || kind === 'preprint' ? null : describeVenue(article, venue, published),
  })
}

/** A book, or a chapter of one. */
function readBookArticle(element: XmlElement): SourceRecord {
  const document = child(element, 'BookDocument')
  const book = child(document, 'Book')
  const bookTitle = titleOf(childText(book, 'BookTitle'))
  const chapter = titleOf(childText(document, 'ArticleTitle'))
  const own = children(document, 'AuthorList').find((list) => attribute(list, 'Type') !== 'editors')
  const published = readDate(child(document, 'ContributionDate')) ?? readDate(child(book, 'PubDate'))
  return toRecord(document, child(element, 'PubmedBookData'), {
    kind: chapter === '' ? 'other' : 'chapter',
    title: chapter || bookTitle,
    abstract: readAbstract(child(document, 'Abstract')),
    authors: readAuthors(own ?? child(book, 'AuthorList')),
    published_at: published?.at ?? null,
    ...(published && { published_precision: published.precision }),
    announce_type: 'new',
    doi: doiIn(children(book, 'ELocationID')),
    ...(bookTitle !== '' && chapter !== '' && { venue: { name: bookTitle } }),
    journal_ref: chapter === '' ? null : bookTitle || null,
  })
}

type OwnFields = Pick<
  SourceRecord,
  'kind' | 'title' | 'abstract' | 'authors' | 'published_at' | 'announce_type' | 'doi' | 'journal_ref'
> &
  Partial<Pick<SourceRecord, 'published_precision' | 'links' | 'venue'>>

function toRecord(citation: XmlElement | undefined, data: XmlElement | undefined, fields: OwnFields): SourceRecord {
  const pmid = /^0*([1-9]\d{0,8})$/.exec(childText(citation, 'PMID').trim())?.[1]
  if (pmid === undefined) throw new Error(`“${childText(citation, 'PMID').slice(0, 80)}” is not a PMID`)
  if (fields.title === '') throw new Error('it has no title')
  // References have lists of ids of their own.
  const ids = children(child(data, 'ArticleIdList'), 'ArticleId')
  const pmc = /^PMC0*([1-9]\d*)/i.exec(idOf(ids, 'pmc'))?.[1]
  return {
    id: `pmid:${pmid}`,
    source: 'pubmed',
    source_id: pmid,
    version: null,
    categories: [],
    primary_category: null,
    updated_at: null,
    announced_in: null,
    changed_on: null,
    version_dates: [],
    comment: null,
    license: null,
    code_url: null,
    withdrawn: false,
    source_interface: 'api',
    ...fields,
    announced_on: fields.announce_type === null ? null : announcedOn(data),
    doi: parseDoi(idOf(ids, 'doi')) ?? fields.doi,
    ...(pmc !== undefined && { ids: [`pmc:${pmc}`] }),
  }
}

const idOf = (ids: readonly XmlElement[], type: string): string =>
  textOf(ids.find((id) => attribute(id, 'IdType') === type)).trim()

/** The day after the record was made ("entrez"), else after it was entered ("pubmed"), which is the same for most. */
function announcedOn(data: XmlElement | undefined): string | null {
  const history = children(child(data, 'History'), 'PubMedPubDate')
  const days = ['entrez', 'pubmed'].flatMap((status) => {
    const date = readDate(history.find((one) => attribute(one, 'PubStatus') === status))
    return date?.precision === 'day' ? addDays(date.at.toISOString().slice(0, 10), 1) : []
  })
  return days[0] ?? null
}

/** Without the final period, and without the brackets around a translated title. */
function titleOf(text: string): string {
  const bare = cleanTitle(readMarkupWithoutMail(text)).replace(/(?<!\.)\.$/, '')
  const inBrackets = /^\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]$/.exec(bare)?.[1]
  const title = (inBrackets ?? bare).replace(/(?<!\.)\.$/, '').trim()
  return /^not available$/i.test(title) ? '' : title
}

const doiIn = (locations: readonly XmlElement[]): string | null =>
  parseDoi(
    textOf(locations.find((one) => attribute(one, 'EIdType') === 'doi' && attribute(one, 'ValidYN') !== 'N')).trim(),
  )

/** The links between a preprint and its article. All other corrections and comments are about another work. */
function linksIn(list: XmlElement | undefined, kind: PaperKind): DeclaredLink[] {
  return children(list, 'CommentsCorrections').flatMap((one): DeclaredLink[] => {
    const pmid = /^0*([1-9]\d{0,8})$/.exec(childText(one, 'PMID').trim())?.[1]
    if (pmid === undefined) return []
    const refType = attribute(one, 'RefType')
    if (kind === 'preprint' && refType === 'UpdateIn')
      return [{ type: 'preprint-of', to: `pmid:${pmid}`, by: 'source' }]
    const isOfPreprint = PREPRINT_SERVER.test(childText(one, 'RefSource').trim())
    if (kind !== 'article' || refType !== 'UpdateOf' || !isOfPreprint) return []
    return [{ type: 'has-preprint', to: `pmid:${pmid}`, by: 'source' }]
  })
}
