import { Value } from '@sinclair/typebox/value'
import type { Author } from '../../contract/papers.ts'
import { addDays, isDay } from '../../platform/clock.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { decodeReferences } from '../../text/characterReferences.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { parseDoi } from '../../text/doi.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'
import { cleanName, givenFirst } from '../../text/names.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { saysWithdrawn, withdrawnBy } from '../../text/withdrawal.ts'
import { canonicalWorkId } from '../../text/workIds.ts'
import { parseJson, readItems, type ReadRecords } from '../jsonRecords.ts'
import { readMarkup, readMarkupWithoutMail } from '../markup.ts'
import type { SourceRecord } from '../source.ts'
import { Answer, Preprint, toCount } from './preprint.ts'

const AUTHORS_MAX = 10_000
/** In characters. The institution of an author is one line. */
const AFFILIATION_MAX = 500
/** In characters. The longest name of a subject has 49. */
const SUBJECT_MAX = 80

export type Server = 'biorxiv' | 'medrxiv'

export interface PreprintOptions {
  /** The server that was asked for. */
  server: Server
  /** The first and the last day that were asked for. */
  from: string
  to: string
  invalidUtf8?: boolean
}

export interface Preprints extends ReadRecords {
  /** Rows of the answer, including those that were rejected. */
  rows: number
  /** Where the answer begins in the list, as it says itself. */
  cursor: number | null
  /** Rows of the whole list, as the answer says. Null if it does not. */
  total: number | null
}

/**
 * Parses an answer with the versions that were posted in a range of days. A row that cannot be used, or that was not
 * asked for, is returned with the reason. Throws SyntaxError for anything but an answer.
 */
export function parsePreprints(body: string, options: PreprintOptions): Preprints {
  // Trouble of the database is written in place of the answer.
  if (/^\s*Error\b/i.test(body)) throw new SyntaxError(`it says “${body.trim().slice(0, 80)}”`)
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of preprints')
  const { messages, collection } = answer
  const { status, cursor, total } = messages[0] ?? {}
  if (collection.length === 0 && !/^(?:ok$|no (?:posts|articles) found)/i.test(status?.trim() ?? ''))
    throw new SyntaxError(`it says “${(status ?? '').slice(0, 80)}”`)
  const { invalidUtf8 } = options
  const read = (row: Preprint) => toRecord(row, options)
  return {
    ...readItems(collection, {
      schema: Preprint,
      invalidUtf8,
      doiField: 'doi',
      read,
      dayOf: (row) => dayOf(row, options),
    }),
    rows: collection.length,
    cursor: toCount(cursor),
    total: toCount(total),
  }
}

/** The announcement day of a row in whatever form the rest of it is; null if its date is not one that was asked for. */
function dayOf(row: unknown, { from, to }: PreprintOptions): string | null {
  const date = row !== null && typeof row === 'object' && 'date' in row ? row.date : null
  return typeof date === 'string' && isDay(date) && date >= from && date <= to ? addDays(date, 1) : null
}

function toRecord(row: Preprint, { server, from, to }: PreprintOptions): SourceRecord {
  const doi = parseDoi(row.doi)
  if (doi === null) throw new Error(`“${row.doi.slice(0, 80)}” is not a DOI`)
  const named = textOf(row.server)
  if (named !== '' && named.toLowerCase() !== server) throw new Error(`it is one of ${named.slice(0, 40)}`)
  const { date } = row
  if (!isDay(date)) throw new Error(`its date, ${date}, is not a day`)
  if (date < from || date > to) throw new Error(`it was posted on ${date}, outside of the days that were asked for`)
  const version = Number(row.version)
  if (version < 1) throw new Error('its version is not a positive integer')
  const title = cleanTitle(readMarkup(row.title))
  if (title === '') throw new Error('it has no title')
  const { key } = splitDoiVersion(doi)
  const abstract = cleanAbstract(readMarkupWithoutMail(textOf(row.abstract)))
  const isFirst = version === 1
  const postedAt = new Date(`${date}T00:00:00Z`)
  const withdrawn = isWithdrawn(row, title, abstract)
  const by = withdrawn ? withdrawnBy('', abstract) : null
  const article = canonicalWorkId(textOf(row.published))
  return {
    id: `doi:${key}`,
    source: server,
    source_id: key,
    version,
    title,
    abstract: abstract || null,
    authors: authorsOf(row),
    ...subjectOf(row, server),
    published_at: isFirst ? postedAt : null,
    ...(isFirst && { published_precision: 'day' }),
    updated_at: isFirst ? null : postedAt,
    announced_on: addDays(date, 1),
    announce_type: isFirst ? 'new' : 'replace',
    announced_in: null,
    changed_on: date,
    version_dates: [{ version, at: postedAt }],
    doi,
    ...(article !== null && { links: [{ type: 'preprint-of', to: article, by: 'source' }] }),
    comment: null,
    journal_ref: null,
    license: licenceOf(row),
    code_url: null,
    withdrawn,
    ...(by !== null && { withdrawn_by: by }),
    source_interface: 'api',
  }
}

/** The API writes "NA" for what is not known. */
const textOf = (text: string | null | undefined) => (text == null || /^\s*NA\s*$/.test(text) ? '' : text.trim())

/** "Quillfeather, M.; de la Nada, R. J." as "M. Quillfeather" and "R. J. de la Nada". */
function authorsOf(row: Preprint): Author[] {
  // Character references have a semicolon, too.
  const parts = decodeReferences(decodeReferences(textOf(row.authors))).split(';')
  if (parts.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  const names = parts.flatMap((part) => cleanName(givenFirst(cleanLine(readMarkup(textOf(part))))) ?? [])
  const institution = cleanLine(readMarkupWithoutMail(textOf(row.author_corresponding_institution)), AFFILIATION_MAX)
  const corresponding = institution === '' ? null : findAuthor(textOf(row.author_corresponding), names)
  return names.map((name, at) => ({ name, ...(at === corresponding && { affiliation: institution }) }))
}

/** The index of the author of this name, whose given names may be initials. Null if it may be several of them. */
function findAuthor(name: string, authors: readonly string[]): number | null {
  const wanted = readAuthorName(cleanLine(readMarkup(name)))
  if (wanted.family === null) return null
  const matches = authors.map((author) => matchAuthor(wanted, readAuthorName(author)))
  const same = matches.flatMap((match, at) => (match === 'same' ? [at] : []))
  const found = same.length > 0 ? same : matches.flatMap((match, at) => (match === null ? [] : [at]))
  const [first] = found
  return found.length === 1 && first !== undefined ? first : null
}

/** The subject of the server, "HIV/AIDS" as "medrxiv.hiv-aids". */
function subjectOf(
  { category }: Preprint,
  server: Server,
): Pick<SourceRecord, 'categories' | 'unknown_categories' | 'primary_category'> {
  const slug = textOf(category)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug === '' || slug.length > SUBJECT_MAX) return { categories: [], primary_category: null }
  const code = `${server}.${slug}`
  const known = canonicalCategory(code)
  if (known === null) return { categories: [], unknown_categories: [code], primary_category: null }
  return { categories: [known], primary_category: known }
}

/** The address of the licence, as other sources name it. None for "cc_no", which is all rights reserved. */
function licenceOf({ license }: Preprint): string | null {
  const name = textOf(license).toLowerCase().replaceAll('_', '-')
  if (/^cc0(?:-ng)?$/.test(name)) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const [, terms] = /^cc-(by(?:-nc)?(?:-nd|-sa)?)$/.exec(name) ?? []
  return terms === undefined ? null : `https://creativecommons.org/licenses/${terms}/4.0/`
}

/** In capitals the word is a notice; in a sentence it may be about mice. */
const WITHDRAWN = /^\W*WITHDRAWN\b/
/** What the servers write in place of the abstract. */
const NOTICE = /^\W*the\s+authors?\s+ha(?:ve|s)\s+withdrawn\s+(?:their|this|the)\b/i

const isWithdrawn = ({ type }: Preprint, title: string, abstract: string) =>
  [title, abstract].some((text) => WITHDRAWN.test(text)) ||
  /^withdraw/i.test(textOf(type)) ||
  NOTICE.test(abstract) ||
  saysWithdrawn('', abstract)
