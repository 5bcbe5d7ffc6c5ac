import { Value } from '@sinclair/typebox/value'
import { addDays, DAY_MS } from '../../platform/clock.ts'
import { cleanTitle } from '../../text/clean.ts'
import { parseIssn } from '../../text/issn.ts'
import { isFrontMatterTitle, isNoticeTitle } from '../../text/noticeTitles.ts'
import { servers, toJournalCode } from '../../text/taxonomy/taxonomy.ts'
import { parseJson, readItems, type ReadRecords } from '../jsonRecords.ts'
import { readMarkup } from '../markup.ts'
import type { SourceRecord } from '../source.ts'
import { titlesOf, toRecord } from './records.ts'
import { subjectCodeOf } from './subjectEntries.ts'
import { ListPage, Work } from './work.ts'

/** A page of what was registered or changed in a range of days. */
export interface RegisteredPage extends ReadRecords {
  /** The rows that were received, whatever they are. */
  rows: number
  /** The rows of the whole list, as the answer says. It may change while the list is read. */
  total: number
  /** Asks for the next page; null when there is none. */
  next: string | null
}

export interface RegisteredOptions {
  invalidUtf8?: boolean
  /** The newest announcement day that can be read. */
  newest: string
  /** The records were asked for by the day of their last change, which an old one can have. */
  isChanges: boolean
}

/** A DOI can be registered weeks before its paper is there: so many days later the day of the deposit counts. */
const PENDING_DAYS = 14
/** A paper that was published so many days before it was registered is no news: publishers register old volumes, too. */
const OLD_DAYS = 60

const serverOf = (doi: string) =>
  servers.find(({ prefixes }) => prefixes.some((prefix) => doi.startsWith(`${prefix}/`)))

/**
 * Parses a page of a list by day. Each paper gets its announcement day, its journals, its server and its subject there; what is no news gets
 * no day. A DOI that was registered before its paper is left out: it is in the list of changes when it has a title. Throws
 * SyntaxError for anything else than a list.
 */
export function parseRegistered(body: string, { invalidUtf8 = false, ...options }: RegisteredOptions): RegisteredPage {
  const answer = parseJson(body)
  if (!Value.Check(ListPage, answer)) throw new SyntaxError('it is no list of records')
  const { items, 'total-results': total, 'next-cursor': next } = answer.message
  const read = (item: Work) => withDay(toRecord(item), item, options)
  // Of those that are no records of a paper, the reasons are returned.
  const wanted = items.filter((item) => !Value.Check(Work, item) || !(isPending(item) || isLater(item, options.newest)))
  return {
    ...readItems(wanted, { schema: Work, invalidUtf8, doiField: 'DOI', dayOf: (item) => dayOf(item, options), read }),
    rows: items.length,
    total,
    next: next ?? null,
  }
}

const registeredOn = ({ created }: Work): string | undefined => created?.['date-time']?.slice(0, 10)

/** Publishers register a DOI with an empty or an invented title before the paper is there. */
function isPending(item: Work): boolean {
  const title = cleanTitle(readMarkup(titlesOf(item)[0] ?? ''))
  return title === '' || /^crossref test\b/i.test(title)
}

/** What was registered today is read when the day is over. */
const isLater = (item: Work, newest: string): boolean => (registeredOn(item) ?? '') >= newest

/** The announcement day of a record that cannot be used. */
function dayOf(item: unknown, { newest }: Pick<RegisteredOptions, 'newest'>): string | null {
  const registered = Value.Check(Work, item) ? registeredOn(item) : undefined
  const day = registered === undefined ? null : addDays(registered, 1)
  return day !== null && day <= newest ? day : null
}

function withDay(record: SourceRecord, item: Work, options: Omit<RegisteredOptions, 'invalidUtf8'>): SourceRecord {
  const server = serverOf(record.source_id)
  const issns = (item.ISSN ?? []).flatMap((issn) => parseIssn(issn ?? '') ?? [])
  const subject = server && subjectCodeOf(server, item['group-title'])
  const codes = [...new Set([server?.id, subject, ...issns.map(toJournalCode)].filter((code) => code != null))]
  const isNoPaper = isNotice(record, item) || isFrontMatter(record)
  const day = isNoPaper ? null : announcedOn(record, item, options)
  return {
    ...record,
    ...(isNoPaper && { kind: 'other' as const }),
    // Papers of SSRN are registered as articles of a journal.
    ...(server !== undefined && record.kind === 'article' && { kind: 'preprint' as const, journal_ref: null }),
    ...(server !== undefined && { venue: { name: server.name } }),
    categories: codes,
    primary_category: codes[0] ?? null,
    announced_on: day,
    announce_type: day === null ? null : (record.version ?? 1) > 1 ? 'replace' : 'new',
  }
}

/**
 * The day after the registration. Of a change to a record that is older than two weeks, the paper may have been registered
 * before it was published: then it is the day after the deposit. Null for an old paper.
 */
function announcedOn(record: SourceRecord, item: Work, { newest, isChanges }: Omit<RegisteredOptions, 'invalidUtf8'>) {
  const registered = registeredOn(item)
  if (registered === undefined) return null
  const day = addDays(registered, 1)
  const isPending = isChanges && addDays(day, PENDING_DAYS) < newest
  const deposited = item.deposited?.['date-time']?.slice(0, 10)
  const known = isPending ? deposited : registered
  if (known === undefined || isOlderThan(record, addDays(known, -OLD_DAYS))) return null
  const announced = addDays(known, 1)
  // What was deposited today is read as such tomorrow.
  return announced <= newest ? announced : isPending ? null : day
}

/** Whether it was published before `day`, whenever in the month or year that its date says. */
function isOlderThan({ published_at, published_precision }: SourceRecord, day: string): boolean {
  if (published_at === null) return false
  const days = published_precision === 'year' ? 365 : published_precision === 'month' ? 30 : 0
  return new Date(published_at.getTime() + days * DAY_MS).toISOString().slice(0, 10) < day
}

/** Notices about other papers are registered like papers. */
const isNotice = ({ title }: SourceRecord, item: Work): boolean =>
  (item['update-to'] ?? []).length > 0 || isNoticeTitle(title)

const isFrontMatter = ({ authors, title }: SourceRecord): boolean => authors.length === 0 && isFrontMatterTitle(title)
