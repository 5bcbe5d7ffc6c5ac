import { AppError } from '../../platform/errors.ts'
import { parseArxivId } from '../../text/arxivId.ts'
import type { Answer } from '../boundedFetch.ts'
import type { Fetcher } from '../fetcher.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'
import { parseAtom, type AtomPage } from './atom.ts'

/** Bigger pages come back short or empty. */
const PAGE_SIZE = 100
/** The service answers 500 beyond this. */
const WINDOW_MAX = 10_000

interface Asking {
  fetcher: Fetcher
  apiUrl: string
  signal: AbortSignal
  after?: string
}

/** The papers of `ids`, a hundred at a time. Ids that no paper has are silently absent; what is no id is rejected. */
export async function* readByIds(ids: readonly string[], asking: Asking): AsyncIterable<SourcePage> {
  for (let done = toCount(asking.after); done < ids.length;) {
    const asked = ids.slice(done, done + PAGE_SIZE)
    // One malformed id would spoil the answer for the whole list.
    const known = asked.flatMap((id) => parseArxivId(id)?.id ?? [])
    const rejected = asked.filter((id) => parseArxivId(id) === null).map(toPoison)
    const page = known.length > 0 ? await askPage({ id_list: known.join(',') }, 0, asking) : null
    if (page?.error) throw new AppError('source-unavailable', `arXiv did not accept a list of ids: ${page.error}.`)
    done += asked.length
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

/** What arXiv's own search finds, newest submissions first. Throws "invalid-input" with arXiv's words for a bad query. */
export async function* searchPapers(
  query: string,
  { maxResults, ...asking }: Asking & { maxResults: number },
): AsyncIterable<SourcePage> {
  const words = { search_query: query, sortBy: 'submittedDate', sortOrder: 'descending' }
  // The order has no tie-break: the same paper can come on two pages.
  const seen = new Set<string>()
  const limit = Math.min(maxResults, WINDOW_MAX)
  let end = limit
  for (let start = toCount(asking.after); start < end;) {
    const page = await askPage(words, start, asking, Math.min(PAGE_SIZE, limit - start))
    if (page.error) throw new AppError('invalid-input', page.error)
    // Totals drift from page to page; what was added meanwhile is for the next search.
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

function askPage(words: Record<string, string>, start: number, asking: Asking, size = PAGE_SIZE): Promise<AtomPage> {
  const address = new URL(asking.apiUrl)
  const paging = { start: String(start), max_results: String(size) }
  for (const [name, value] of Object.entries({ ...words, ...paging })) address.searchParams.set(name, value)
  return asking.fetcher.get(address, {
    signal: asking.signal,
    accept: [400],
    read: (answer) => readPage(answer, start),
  })
}

function readPage({ status, body }: Answer, start: number): AtomPage {
  if (status === 400) return readRefusal(body)
  const page = parseAtom(body)
  // Under load the right total comes with no entries; the same page asked again is full.
  if (page.error === null && page.entries === 0 && start < page.total) throw new SyntaxError('an empty page')
  return page
}

function readRefusal(body: string): AtomPage {
  const none = { records: [] as SourceRecord[], rejected: [] as RejectedRecord[], entries: 0, total: 0 }
  try {
    return { ...none, error: parseAtom(body).error ?? 'Bad request' }
  } catch {
    // The status alone says that asking again will not help.
    return { ...none, error: 'Bad request' }
  }
}

function isFirst(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

const toPoison = (id: string): RejectedRecord => ({
  reason: `"${id.slice(0, 80)}" is no arXiv id`,
  raw: id.slice(0, 200),
})

/** A cursor of this interface is a number of papers; anything else begins anew. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
