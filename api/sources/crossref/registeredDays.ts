import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import { addDays } from '../../platform/clock.ts'
import { archivesOf, isJournalCode, issnOf, servers } from '../../text/taxonomy/taxonomy.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { SourcePage } from '../source.ts'
import { parseRefusal } from './records.ts'
import type { RegisteredPage } from './registered.ts'
import { addressOf, type RequestOptions } from './requests.ts'
import { SELECTED } from './work.ts'

/** ISSNs of one request, whose address stays below 4 kB with them. */
const ISSNS_MAX = 50
const ROWS = 500
/** A list changes while it is read, and its cursor ends after five minutes: then it is read from its beginning. */
const READINGS_MAX = 3
const TYPES = ['journal-article', 'proceedings-article', 'book-chapter', 'posted-content']
/** NBER has reports. */
export const SERVER_TYPES = ['posted-content', 'journal-article', 'report']

export interface ReadDaysOptions extends RequestOptions {
  /** Codes of journals, ids of servers and codes of their subjects. */
  categories: readonly string[]
  /** Announcement days, inclusive. */
  from: string
  until: string
  /** The first and the newest announcement day that can be read now. */
  readable: { from: string; until: string }
  after?: string
}

/** Papers by the day of their registration or of their last change. */
interface List {
  filter: string
  isChanges: boolean
  /** "10 journals, registered 2026-11-22 to 2026-11-24" */
  name: string
}

/** Where reading continues. As JSON it is the cursor of a page. */
const Position = Type.Object({
  /** Identifies the lists: a cursor of others is not used. */
  lists: Type.String(),
  list: Type.Integer({ minimum: 0 }),
  /** Null at the beginning of a list. */
  cursor: Type.Union([Type.String(), Type.Null()]),
  /** Rows of this list so far. */
  rows: Type.Integer({ minimum: 0 }),
  /** How often this list was begun. */
  readings: Type.Integer({ minimum: 1 }),
  /** Rows of all lists before. */
  before: Type.Integer({ minimum: 0 }),
})
type Position = Static<typeof Position>

/**
 * Reads the papers of the followed journals and servers that were registered on the day before each announcement day, and,
 * if the newest day is read, those with changes since then: the index can lag behind by days, and a DOI may be registered
 * before its paper. Throws "source-unavailable" with the cause before the end rather than leave some out.
 */
export async function* readDays(options: ReadDaysOptions): AsyncIterable<SourcePage> {
  const from = options.from > options.readable.from ? options.from : options.readable.from
  const until = options.until < options.readable.until ? options.until : options.readable.until
  if (from > until) return
  const all = listsOf(options.categories, { from, until, newest: options.readable.until })
  const key = Bun.hash(all.map(({ filter }) => filter).join('\n')).toString(36)
  let at = parseCursor(options.after, key) ?? { lists: key, list: 0, cursor: null, rows: 0, readings: 1, before: 0 }
  for (;;) {
    const list = all[at.list]
    if (list === undefined) return
    const page = await readPage(list, at.cursor, options)
    const rows = at.rows + (page?.rows ?? 0)
    const isLast = page !== null && (page.rows < ROWS || page.next === null)
    const isWhole = isLast && rows >= page.total
    if (page === null || (isLast && !isWhole)) {
      if (at.readings >= READINGS_MAX)
        throw new AppError(
          'source-unavailable',
          `Crossref gave only ${rows} records of ${page?.total ?? 'more'} (${list.name}), also when asked again.`,
        )
      at = { ...at, cursor: null, rows: 0, readings: at.readings + 1 }
    } else if (isWhole) at = { ...at, list: at.list + 1, cursor: null, rows: 0, readings: 1, before: at.before + rows }
    else at = { ...at, cursor: page.next, rows }
    yield {
      records: page?.records ?? [],
      rejected: page?.rejected ?? [],
      cursor: JSON.stringify(at),
      done: at.before + at.rows,
      step: `${list.name}, ${rows}${page === null ? '' : ` of ${page.total}`}${at.readings > 1 ? ', once more because the list changed' : ''}`,
    }
  }
}

export const filterOf = (name: string, values: readonly string[]) => values.map((value) => `${name}:${value}`)

/** The lists of some journals each, and of all servers. */
function listsOf(categories: readonly string[], days: { from: string; until: string; newest: string }): List[] {
  const issns = categories.filter(isJournalCode).map(issnOf).toSorted()
  // Of a server all is read: a subject can have a comma, which separates filters.
  const archives = archivesOf(categories)
  const prefixes = servers.filter(({ id }) => archives.includes(id)).flatMap((server) => server.prefixes)
  const parts = [
    ...Array.from({ length: Math.ceil(issns.length / ISSNS_MAX) }, (_, at) => {
      const own = issns.slice(at * ISSNS_MAX, (at + 1) * ISSNS_MAX)
      return { name: 'journals', filters: [...filterOf('issn', own), ...filterOf('type', TYPES)] }
    }),
    ...(prefixes.length === 0
      ? []
      : [{ name: 'servers', filters: [...filterOf('prefix', prefixes), ...filterOf('type', SERVER_TYPES)] }]),
  ]
  const first = addDays(days.from, -1)
  const last = addDays(days.until, -1)
  const span = first === last ? `on ${first}` : `${first} to ${last}`
  return parts.flatMap(({ name, filters }) => [
    {
      name: `${name}, registered ${span}`,
      isChanges: false,
      filter: [...filters, `from-created-date:${first}`, `until-created-date:${last}`].join(),
    },
    ...(days.until < days.newest
      ? []
      : [
          {
            name: `${name}, changed since ${first}`,
            isChanges: true,
            filter: [...filters, `from-update-date:${first}`].join(),
          },
        ]),
  ])
}

/** Null when the cursor has ended. */
async function readPage(
  { filter, isChanges }: List,
  cursor: string | null,
  options: ReadDaysOptions,
): Promise<RegisteredPage | null> {
  const address = await addressOf('/works', options)
  address.searchParams.set('filter', filter)
  address.searchParams.set('rows', String(ROWS))
  address.searchParams.set('select', SELECTED)
  address.searchParams.set('cursor', cursor ?? '*')
  const read = ({ status, body, invalidUtf8 }: FetchedResponse) => {
    if (status === 200)
      return parseResponse('registered', body, { invalidUtf8, isChanges, newest: options.readable.until })
    const refusal = parseRefusal(body)
    if (refusal === null) throw new SyntaxError('a page that is not found')
    // Crossref answers 404 or 400 for a cursor that it does not know any more.
    if (cursor !== null) return null
    throw new AppError('source-unavailable', `Crossref did not accept the request: ${refusal}`)
  }
  return options.fetcher.get(address, { signal: options.signal, accept: [400, 404], tries: options.tries, read })
}

/** Null for no cursor, or that of other lists: they are read from their beginning. */
function parseCursor(after: string | undefined, lists: string): Position | null {
  try {
    const position: unknown = JSON.parse(after ?? 'null')
    return Value.Check(Position, position) && position.lists === lists ? position : null
  } catch {
    // Recovered: it is none of these lists.
    return null
  }
}
