import { parseDoi } from '../../text/doi.ts'
import { listDoiForms } from '../../text/doiVersions.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { Fetcher } from '../fetcher.ts'
import type { ReadRecords } from '../jsonRecords.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'
import { parseRefusal } from './records.ts'
import { SELECTED } from './work.ts'

/** Papers of one request. */
export const BATCH_MAX = 50
/** In characters: an address of Crossref stays below 4 kB. */
const FILTER_MAX = 3_000

export interface RequestOptions {
  fetcher: Fetcher
  /** Where the API is; read before each request. */
  readBase: () => Promise<string>
  /** Crossref serves those who name an address in a better pool. */
  mailto?: string
  signal: AbortSignal
  tries?: number
}

export interface ReadOptions extends RequestOptions {
  after?: string
}

type Answer = ReadRecords | { refused: string }
const NONE: ReadRecords = { records: [], rejected: [] }

/**
 * Reads the papers of `ids`, DOIs without the version of a preprint server: one by its address, several by a filter.
 * DOIs that Crossref lacks are left out. An answer about another DOI is not taken for the one asked for.
 */
export async function* readByIds(ids: readonly string[], options: ReadOptions): AsyncIterable<SourcePage> {
  for (let done = toCount(options.after); done < ids.length;) {
    const batch = nextBatch(ids.slice(done))
    const { records, rejected } = await readBatch(batch, options)
    done += batch.length
    yield {
      records,
      rejected,
      cursor: String(done),
      done,
      total: ids.length,
      step: `papers ${done} of ${ids.length} by DOI`,
    }
  }
}

/** The first of `ids` that fit one request. A comma separates filters, so that a DOI with one is asked for alone. */
export function nextBatch(ids: readonly string[]): string[] {
  const batch: string[] = []
  let length = 0
  for (const id of ids.slice(0, BATCH_MAX)) {
    length += listDoiForms(id).join().length * 2
    if (batch.length > 0 && (id.includes(',') || length > FILTER_MAX)) break
    batch.push(id)
    if (id.includes(',')) break
  }
  return batch
}

async function readBatch(batch: readonly string[], options: ReadOptions): Promise<ReadRecords> {
  const dois = batch.filter((id) => parseDoi(id) !== null)
  const malformed = batch
    .filter((id) => parseDoi(id) === null)
    .map((id) => reject(id, `“${id.slice(0, 80)}” is not a DOI`))
  const answer = dois.length === 0 ? NONE : await read(dois, options)
  if (!('refused' in answer)) return { ...answer, rejected: [...malformed, ...answer.rejected] }
  const [only] = dois
  if (dois.length === 1 && only !== undefined)
    return { records: [], rejected: [...malformed, reject(only, `it was not accepted: ${answer.refused}`)] }
  // One DOI that is not accepted would fail the request for all of them.
  const works = await Array.fromAsync(dois, (doi) => readBatch([doi], options))
  return {
    records: works.flatMap(({ records }) => records),
    rejected: [...malformed, ...works.flatMap(({ rejected }) => rejected)],
  }
}

async function read(dois: readonly string[], options: ReadOptions): Promise<Answer> {
  const [only] = dois
  const forms = dois.flatMap(listDoiForms)
  const isOne = only !== undefined && forms.length === 1
  const address = await addressOf(isOne ? `/works/${encodeURIComponent(only)}` : '/works', options)
  if (!isOne) {
    address.searchParams.set('filter', forms.map((doi) => `doi:${doi}`).join(','))
    address.searchParams.set('rows', String(forms.length))
    // The versions of one paper are few.
    if (dois.length > 1) address.searchParams.set('select', SELECTED)
  }
  const answer = await options.fetcher.get(address, {
    signal: options.signal,
    accept: [400, 404],
    tries: options.tries,
    read: readAnswer,
  })
  return 'refused' in answer ? answer : choose(answer, dois, isOne)
}

/** The address of `path` with the contact address. */
export async function addressOf(path: string, { readBase, mailto }: RequestOptions): Promise<URL> {
  const address = new URL((await readBase()).replace(/\/+$/, '') + path)
  if (mailto !== undefined) address.searchParams.set('mailto', mailto)
  return address
}

async function readAnswer({ status, body, invalidUtf8 }: FetchedResponse): Promise<Answer> {
  if (status === 400) return { refused: parseRefusal(body) ?? 'Bad request' }
  return isNotFound({ status, body }) ? NONE : parseResponse('crossref', body, { invalidUtf8 })
}

/** Whether Crossref says that it has no such record. Throws SyntaxError for any other page with that status. */
export function isNotFound({ status, body }: Pick<FetchedResponse, 'status' | 'body'>): boolean {
  if (status !== 404) return false
  // It is that of another service, or of a wrong address.
  if (!/^\s*resource not found\.?\s*$/i.test(body)) throw new SyntaxError('a page that is not found')
  return true
}

/** Of several versions of a paper the newest; of other papers than those asked for none. */
function choose({ records, rejected }: ReadRecords, dois: readonly string[], isOne: boolean): ReadRecords {
  if (records.length + rejected.length === 0) return NONE
  const wanted = new Set(dois)
  const newest = new Map<string, SourceRecord>()
  for (const record of records.filter(({ source_id }) => wanted.has(source_id))) {
    const known = newest.get(record.source_id)
    // Without a number it is the text of all versions.
    if (known === undefined || (record.version ?? Infinity) > (known.version ?? Infinity))
      newest.set(record.source_id, record)
  }
  const unread = rejected.filter(
    ({ source_id }) => source_id === undefined || (wanted.has(source_id) && !newest.has(source_id)),
  )
  const [only] = dois
  if (!isOne || only === undefined || newest.size + unread.length > 0)
    return { records: [...newest.values()], rejected: unread }
  return { records: [], rejected: [reject(only, 'the answer is about another DOI')] }
}

const reject = (id: string, reason: string): RejectedRecord => ({ reason, raw: id.slice(0, 200), source_id: id })

/** A cursor is the number of papers asked for. Any other one starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
