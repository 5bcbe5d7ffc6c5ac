import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { canonicalCategories, categories as taxonomy } from '../../text/taxonomy/taxonomy.ts'
import type { Fetcher } from '../fetcher.ts'
import type { SourcePage } from '../source.ts'
import { parseOai, type OaiPage } from './oaiRecords.ts'

/** arXiv rejects earlier days. */
const EARLIEST = '2005-09-16'

interface ReadOptions {
  fetcher: Fetcher
  oaiUrl: string
  signal: AbortSignal
  after?: string
  categories: readonly string[]
  from: string
  until: string
}

interface Cursor {
  /** Resumption token of the next page, empty for the first page; null after the last. */
  token: string | null
  page: number
  done: number
}

/** Reads every paper of `categories` whose metadata changed in the window, in pages of the size that arXiv chooses. */
export async function* readChanges(options: ReadOptions): AsyncIterable<SourcePage> {
  const from = options.from < EARLIEST ? EARLIEST : options.from
  const today = now().toISOString().slice(0, 10)
  const until = options.until > today ? today : options.until
  const wanted = new Set(canonicalCategories(options.categories))
  const window = { verb: 'ListRecords', metadataPrefix: 'arXivRaw', from, until, ...setOf(wanted) }
  const first: Cursor = { token: '', page: 0, done: 0 }
  let at = parseCursor(options.after) ?? first
  let restarted = false
  const used = new Set<string>()
  if (from > until) return
  while (at.token !== null) {
    // arXiv's tokens are already percent-encoded. As a query value they are encoded once more, like any other.
    const page = await fetchPage(
      at.token === '' ? window : { verb: 'ListRecords', resumptionToken: at.token },
      options,
      from,
    )
    if (page.error?.code === 'badResumptionToken' && at.token !== '' && !restarted) {
      // Expired: the window is read again from its first day. Storing a paper again changes nothing.
      restarted = true
      at = first
      used.clear()
      continue
    }
    if (page.error && page.error.code !== 'noRecordsMatch')
      throw new AppError(
        'source-unavailable',
        `arXiv did not accept the request: ${page.error.message || page.error.code}`,
      )
    if (page.token !== null && used.has(page.token))
      throw new AppError('source-unavailable', 'arXiv sends the same page of changes again and again.')
    used.add(page.token ?? '')
    at = { token: page.token, page: at.page + 1, done: at.done + page.entries }
    yield {
      records: page.records.filter(
        ({ categories }) => wanted.size === 0 || categories.some((code) => wanted.has(code)),
      ),
      rejected: page.rejected,
      cursor: JSON.stringify(at),
      done: at.done,
      step: `changes since ${from}, page ${at.page}`,
    }
  }
}

function fetchPage(
  fields: Record<string, string>,
  { oaiUrl, fetcher, signal }: ReadOptions,
  from: string,
): Promise<OaiPage> {
  const address = new URL(oaiUrl)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return fetcher.get(address, {
    signal,
    read({ body }) {
      const page = parseOai(body, from)
      if (page.error === null && page.entries === 0) throw new SyntaxError('an empty page')
      return page
    },
  })
}

/** Limits the request to the set of a group if it has all categories. For several groups one full list is cheaper. */
function setOf(wanted: ReadonlySet<string>): { set?: string } {
  const groups = new Set(taxonomy.filter(({ id }) => wanted.has(id)).map(({ group_id }) => group_id))
  const [group] = groups
  return groups.size === 1 && group !== undefined ? { set: group } : {}
}

function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const { token, page, done } = JSON.parse(text) as Partial<Cursor>
    const isValid =
      (token === null || typeof token === 'string') && typeof page === 'number' && typeof done === 'number'
    return isValid ? { token, page, done } : null
  } catch {
    // Not a cursor of this interface: the window is read from its start.
    return null
  }
}
