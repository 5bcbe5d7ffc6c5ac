import { AppError } from '../../platform/errors.ts'
import { parseArxivId } from '../../text/arxivId.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { Fetcher } from '../fetcher.ts'
import type { ListedPapers } from '../finders.ts'
import { listRecord, quoteWords } from '../listedPapers.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'
import type { AtomPage } from './atom.ts'

/** arXiv returns larger pages incomplete or empty. */
const PAGE_SIZE = 100
/** arXiv responds with 500 beyond this offset. */
const WINDOW_MAX = 10_000

interface ReadOptions {
  fetcher: Fetcher
  apiUrl: string
  signal: AbortSignal
  after?: string
  /** Attempts of one request at most; default: as the fetcher. */
  tries?: number
}

/** Reads the papers of `ids`, 100 per request. Ids without a paper are skipped; malformed ids are rejected. */
export async function* readByIds(ids: readonly string[], options: ReadOptions): AsyncIterable<SourcePage> {
  for (let done = toCount(options.after); done < ids.length;) {
    const batch = ids.slice(done, done + PAGE_SIZE)
    // One malformed id would fail the request for the whole list.
    const validIds = batch.flatMap((id) => parseArxivId(id)?.id ?? [])
    const rejected = batch.filter((id) => parseArxivId(id) === null).map(toRejected)
    const page = validIds.length > 0 ? await fetchPage({ id_list: validIds.join(',') }, 0, options) : null
    if (page?.error) throw new AppError('source-unavailable', `arXiv did not accept a list of ids: ${page.error}.`)
    done += batch.length
    yield {
      records: page?.records ?? [],
      rejected: [...rejected, ...(page?.rejected ?? [])],
      cursor: String(done),
      done,
      total: ids.length,
      step: `papers ${done} of ${ids.length} by id`,
    }
  }
}

/** Reads one version of the paper `id`; null when arXiv has no such version, or only another one. */
export async function readVersion(id: string, version: number, options: ReadOptions): Promise<SourceRecord | null> {
  const page = await fetchPage({ id_list: `${id}v${version}` }, 0, options, 1)
  if (page.error) throw new AppError('source-unavailable', `arXiv did not accept the id of a version: ${page.error}.`)
  const [rejected] = page.rejected
  if (rejected) throw new AppError('source-unavailable', `The record of arXiv cannot be used: ${rejected.reason}.`)
  return page.records.find((record) => record.source_id === id && record.version === version) ?? null
}

/** Reads the results of arXiv's search, newest first. Throws "invalid-input" with arXiv's message for a bad query. */
export async function* searchPapers(
  query: string,
  { maxResults, ...options }: ReadOptions & { maxResults: number },
): AsyncIterable<SourcePage> {
  const params = { search_query: query, sortBy: 'submittedDate', sortOrder: 'descending' }
  // The order has no tie-break: the same paper can be on two pages.
  const seen = new Set<string>()
  const limit = Math.min(maxResults, WINDOW_MAX)
  let end = limit
  for (let start = toCount(options.after); start < end;) {
    const page = await fetchPage(params, start, options, Math.min(PAGE_SIZE, limit - start))
    if (page.error) throw new AppError('invalid-input', page.error)
    // The total can change from page to page. Papers added in the meantime are left to the next search.
    end = Math.min(end, page.total)
    start += page.entries
    yield {
      records: page.records.filter(({ id }) => isFirst(seen, id)),
      rejected: page.rejected,
      cursor: String(start),
      done: Math.min(start, end),
      total: end,
      step: `search results ${Math.min(start, end)} of ${end}`,
    }
    if (page.entries === 0) return
  }
}

/** Finds papers with all of `words`, the best matches first. */
export async function findByWords(
  words: readonly string[],
  { limit, ...options }: ReadOptions & { limit: number },
): Promise<ListedPapers> {
  const query = words.map((word) => `all:${quoteWords([word])}`).join(' AND ')
  const page = await fetchPage({ search_query: query, sortBy: 'relevance', sortOrder: 'descending' }, 0, options, limit)
  // Its message repeats the words.
  if (page.error !== null) throw new AppError('source-unavailable', 'arXiv did not accept this search (400).')
  return { papers: page.records.map(listRecord), total: page.total, rejected: page.rejected.length }
}

function fetchPage(
  query: Record<string, string>,
  start: number,
  options: ReadOptions,
  size = PAGE_SIZE,
): Promise<AtomPage> {
  const address = new URL(options.apiUrl)
  const paging = { start: String(start), max_results: String(size) }
  for (const [name, value] of Object.entries({ ...query, ...paging })) address.searchParams.set(name, value)
  return options.fetcher.get(address, {
    signal: options.signal,
    accept: [400],
    tries: options.tries,
    read: (answer) => readPage(answer, start),
  })
}

async function readPage({ status, body, invalidUtf8 }: FetchedResponse, start: number): Promise<AtomPage> {
  if (status === 400) return readErrorPage(body)
  const page = await parseResponse('atom', body, { invalidUtf8 })
  // Under load arXiv sends the right total without entries. A retry returns the full page.
  if (page.error === null && page.entries === 0 && start < page.total) throw new SyntaxError('an empty page')
  return page
}

async function readErrorPage(body: string): Promise<AtomPage> {
  const none = { records: [] as SourceRecord[], rejected: [] as RejectedRecord[], entries: 0, total: 0 }
  try {
    return { ...none, error: (await parseResponse('atom', body, {})).error ?? 'Bad request' }
  } catch {
    // The status alone shows that a retry will not help.
    return { ...none, error: 'Bad request' }
  }
}

function isFirst(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

const toRejected = (id: string): RejectedRecord => ({
  reason: `"${id.slice(0, 80)}" is not an arXiv id`,
  raw: id.slice(0, 200),
})

/** A cursor of this interface is the number of papers read. Any other cursor starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
