import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { addDays } from '../../platform/clock.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'
import { searchAll } from './followedQueries.ts'
import type { PubmedPage } from './records.ts'
import { BATCH_MAX, fetchRecords, type Access, type RequestOptions } from './requests.ts'
import { describeDays } from './queryTerms.ts'

/** Records that were made so many days before the newest ones are read again: an abstract can come weeks later. */
const LATE_ABSTRACT_DAYS = 30

export interface ReadDaysOptions extends RequestOptions {
  /** Codes of followed queries. */
  categories: readonly string[]
  /** Announcement days, inclusive. */
  from: string
  until: string
  after?: string
  /** The first and the newest announcement day that can be read now. */
  readable: { from: string; until: string }
  /** Returns the stored queries of codes; a code without one is left out. */
  readQueries: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

interface Range {
  from: string
  until: string
}

/** Where reading continues. As JSON it is the cursor of a page. */
const Position = Type.Object({
  /** Identifies the days, the records and their queries: a cursor of others is not used. */
  found: Type.String(),
  done: Type.Integer({ minimum: 0 }),
})

/**
 * Reads the records that were made on the day before each announcement day and that a followed query finds: each once, with
 * the codes of all queries that find it. With the newest day those of a month ago are read again, without a day. A query
 * that cannot be read, and a record that PubMed finds and does not send, is a rejected record. Throws "source-unavailable"
 * before the end rather than leave some out.
 */
export async function* readDays(options: ReadDaysOptions, access: Access): AsyncIterable<SourcePage> {
  const from = options.from > options.readable.from ? options.from : options.readable.from
  const until = options.until < options.readable.until ? options.until : options.readable.until
  if (from > until) return
  const days = { first: addDays(from, -1), last: addDays(until, -1) }
  const queries = await options.readQueries(options.categories)
  const { codes, unread } = await searchAll(queries, days, access, options)
  const lost = options.categories.filter((code) => !queries.has(code)).map((code) => rejectLost(code, until))
  const month = addDays(days.last, -LATE_ABSTRACT_DAYS)
  const isNewest = until === options.readable.until && month < days.first
  const again = isNewest ? (await searchAll(queries, { first: month, last: month }, access, options)).codes : codes
  const wanted = [...new Map([...again, ...codes])].toSorted(([one], [other]) => Number(one) - Number(other))
  const found = Bun.hash(JSON.stringify([days, wanted, unread, lost])).toString(36)
  const name = `${queries.size === 1 ? 'query' : `${queries.size} queries`}, ${describeDays(days)}`
  const categorise = (record: SourceRecord): SourceRecord => {
    const own = codes.get(record.source_id)
    const categories = own ?? again.get(record.source_id) ?? []
    const placed = own === undefined ? withoutDay(record) : withDay(record, { from, until })
    return { ...placed, categories, primary_category: categories[0] ?? null }
  }
  let done = doneOf(options.after, found)
  while (done === null || done < wanted.length) {
    const batch = wanted.slice(done ?? 0, (done ?? 0) + BATCH_MAX).map(([id]) => id)
    const problems = done === null ? [...unread, ...lost] : []
    done = (done ?? 0) + batch.length
    const step = `${name}, papers ${done} of ${wanted.length}`
    const { records, rejected } = await readBatch(batch, access, { ...options, step })
    // What cannot be read of a month ago was counted then.
    const own = rejected.filter(({ source_id }) => source_id === undefined || codes.has(source_id))
    yield {
      records: records.map(categorise),
      rejected: [
        ...problems,
        ...own.map((one) => ({ ...one, announced_on: dayWithin(one.announced_on, { from, until }) })),
      ],
      cursor: JSON.stringify({ found, done }),
      done,
      total: wanted.length,
      step: (await access.readTarget()).isKeyRefused ? `${step}, without the API key, which PubMed refuses` : step,
    }
  }
}

/** The records of `ids`. Those that an answer leaves out are asked for once more, and are then rejected. */
async function readBatch(
  ids: readonly string[],
  access: Access,
  options: RequestOptions & { step: string },
): Promise<PubmedPage> {
  if (ids.length === 0) return { records: [], rejected: [], count: 0 }
  // One record alone may be gone; all of several are not.
  const first = await fetchRecords(ids, access, { ...options, mayBeEmpty: ids.length === 1 })
  const missing = findMissing(ids, first)
  if (missing.length === 0) return first
  const second = await fetchRecords(missing, access, { ...options, mayBeEmpty: true })
  const lost = findMissing(missing, second).map((id) => ({
    reason: 'PubMed found the record and did not send it',
    source_id: id,
    raw: id,
  }))
  return {
    records: [...first.records, ...second.records],
    rejected: [...first.rejected, ...second.rejected, ...lost],
    count: first.count + second.count,
  }
}

function findMissing(ids: readonly string[], { records, rejected }: PubmedPage): string[] {
  const sent = new Set([...records, ...rejected].map(({ source_id }) => source_id))
  return ids.filter((id) => !sent.has(id))
}

/** The day after a record was made, which is one of those that were asked for: the last one where the record does not say it. */
const dayWithin = (day: string | null | undefined, { from, until }: Range): string =>
  day == null || day > until ? until : day < from ? from : day

const withDay = (record: SourceRecord, range: Range): SourceRecord =>
  record.announce_type === null ? record : { ...record, announced_on: dayWithin(record.announced_on, range) }

/** A record that is no news. If it was announced, it keeps its day. */
export const withoutDay = (record: SourceRecord): SourceRecord => ({
  ...record,
  announced_on: null,
  announce_type: null,
})

const rejectLost = (code: string, day: string): RejectedRecord => ({
  reason: `the query of the category ${code} is not stored any more`,
  announced_on: day,
  raw: JSON.stringify({ code, day }),
})

/** How many records were read; null for no cursor, or that of others: they are read from the beginning. */
function doneOf(after: string | undefined, found: string): number | null {
  try {
    const position: unknown = JSON.parse(after ?? 'null')
    return Value.Check(Position, position) && position.found === found ? position.done : null
  } catch {
    // Recovered: it is none of these records.
    return null
  }
}
