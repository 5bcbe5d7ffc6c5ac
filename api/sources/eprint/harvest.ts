import { addDays } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Fetcher } from '../fetcher.ts'
import type { OaiPage } from '../oaiPage.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'

/** A paper whose number is lower than the next newer one by more is an old one with a new date. */
const GAP_MAX = 15
/** No list of the days that can be asked for is longer. */
const PAGES_MAX = 200

interface HarvestOptions {
  fetcher: Fetcher
  /** Where the OAI-PMH service is; read before each request. */
  readBase: () => Promise<string>
  signal: AbortSignal
  after?: string
  /** Announcement days, inclusive. */
  from: string
  until: string
}

/**
 * Reads the papers that were posted on the day before each announcement day, and what else was changed since. The list
 * says when a paper was changed, and its date may be that of a change: so only papers whose numbers, which are given in
 * the order of posting, follow on each other are new. All pages are read before the first one is returned.
 */
export async function* harvest(options: HarvestOptions): AsyncIterable<SourcePage> {
  const { from, until } = options
  const cursor = `${from} ${until}`
  if (from > until || options.after === cursor) return
  const records: SourceRecord[] = []
  const rejected: RejectedRecord[] = []
  const used = new Set<string>()
  const first = { verb: 'ListRecords', metadataPrefix: 'oai_dc', from: `${addDays(from, -1)}T00:00:00Z` }
  for (let fields: Record<string, string> | null = first; fields !== null;) {
    const page: OaiPage = await fetchPage(fields, used.size === 0, options)
    const { error, token } = page
    if (error !== null && error.code !== 'noRecordsMatch') throw refused(error)
    records.push(...page.records)
    rejected.push(...page.rejected)
    if (token !== null && (used.has(token) || used.size >= PAGES_MAX))
      throw unavailable('sends a list that does not end.')
    if (token !== null) used.add(token)
    // The last page has an empty token, or is empty.
    fields = token === null || page.entries === 0 ? null : { verb: 'ListRecords', resumptionToken: token }
  }
  yield {
    records: withDays(records, { from, until }),
    rejected,
    cursor,
    done: records.length,
    total: records.length,
    step: `changes since ${addDays(from, -1)}, ${used.size + 1} ${used.size === 0 ? 'page' : 'pages'}`,
  }
}

const unavailable = (reason: string) => new AppError('source-unavailable', `IACR ePrint ${reason}`)

/** The error of a request that the archive understood and refused. */
export const refused = ({ code, message }: NonNullable<OaiPage['error']>): AppError =>
  unavailable(`did not accept the request: ${(message || code).replace(/\.$/, '')}.`)

async function fetchPage(
  fields: Record<string, string>,
  isFirst: boolean,
  { fetcher, readBase, signal }: HarvestOptions,
): Promise<OaiPage> {
  const address = new URL(await readBase())
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return fetcher.get(address, {
    signal,
    async read({ body, invalidUtf8 }) {
      const page = await parseResponse('eprint', body, { invalidUtf8 })
      if (page.error === null && page.entries === 0 && isFirst) throw new SyntaxError('an empty page')
      return page
    },
  })
}

const dayOf = ({ published_at }: SourceRecord): string | null =>
  published_at === null ? null : addDays(published_at.toISOString().slice(0, 10), 1)

/** Gives the papers of the range that are new their announcement day: the day after they were posted. */
export function withDays(
  records: readonly SourceRecord[],
  { from, until }: { from: string; until: string },
): SourceRecord[] {
  const isInRange = (record: SourceRecord) => {
    const day = dayOf(record)
    return day !== null && day >= from && day <= until
  }
  const news = findNewest(records.filter(isInRange), addDays(from, -1).slice(0, 4))
  return records
    .filter((record) => (dayOf(record) ?? '') <= until)
    .map((record) =>
      news.has(record.id) ? { ...record, announced_on: dayOf(record), announce_type: 'new' as const } : record,
    )
}

/** The papers with the highest numbers of each year from `firstYear` on, down to the first large gap. */
function findNewest(records: readonly SourceRecord[], firstYear: string): Set<string> {
  const numbered = records.map(({ id, source_id }) => {
    const [year = '', number = ''] = source_id.split('/')
    return { id, year, number: Number(number) }
  })
  const newest = new Set<string>()
  for (const [year, all] of Map.groupBy(numbered, (one) => one.year)) {
    if (year < firstYear) continue
    let last: number | undefined
    for (const { id, number } of all.toSorted((one, other) => other.number - one.number)) {
      if (last !== undefined && last - number > GAP_MAX) break
      newest.add(id)
      last = number
    }
  }
  return newest
}
