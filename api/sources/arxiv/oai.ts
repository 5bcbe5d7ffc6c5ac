import { createHash } from 'node:crypto'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { archiveOf, archivesOf, canonicalCategories } from '../../text/taxonomy/taxonomy.ts'
import type { Fetcher } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { Retry, SourcePage } from '../source.ts'
import type { OaiPage } from '../oaiPage.ts'

/** arXiv rejects earlier days. */
export const EARLIEST = '2005-09-16'

interface ReadOptions {
  fetcher: Fetcher
  oaiUrl: string
  signal: AbortSignal
  after?: string
  onRetry?: (step: string, retry: Retry) => void | Promise<void>
  categories: readonly string[]
  from: string
  until: string
}

interface Cursor {
  /** Resumption token of the next page, empty for the first page; null after the last. */
  token: string | null
  page: number
  done: number
  /** Hashes of the tokens that were used. */
  used: string[]
  /** The window was read again from its start, because a token had expired. */
  restarted: boolean
}

/**
 * Reads every paper of the archives of `categories` whose metadata changed in the window, in pages of the size that
 * arXiv chooses. Throws "source-unavailable" with the cause when the list of pages does not end: a token is repeated, or
 * a page has no record that was not on an earlier page.
 */
export async function* readChanges(options: ReadOptions): AsyncIterable<SourcePage> {
  const from = options.from < EARLIEST ? EARLIEST : options.from
  const today = now().toISOString().slice(0, 10)
  const until = options.until > today ? today : options.until
  if (from > until) return
  const archives = new Set(archivesOf(canonicalCategories(options.categories)))
  // All of arXiv, because the numbers of all papers belong to one sequence.
  const window = { verb: 'ListRecords', metadataPrefix: 'arXivRaw', from, until }
  let at: Cursor = parseCursor(options.after) ?? { token: '', page: 0, done: 0, used: [], restarted: false }
  const seen = new Set<string>()
  while (at.token !== null) {
    const step = `changes since ${from}, page ${at.page + 1}`
    // arXiv's tokens are already percent-encoded. As a query value they are encoded once more, like any other.
    const fields = at.token === '' ? window : { verb: 'ListRecords', resumptionToken: at.token }
    const page = await fetchPage(fields, step, options)
    if (page.error?.code === 'badResumptionToken' && at.token !== '' && !at.restarted) {
      // Expired: the window is read again from its first day. Storing a paper again changes nothing.
      at = { token: '', page: 0, done: 0, used: [], restarted: true }
      seen.clear()
      continue
    }
    if (page.error && page.error.code !== 'noRecordsMatch')
      throw unavailable(`arXiv did not accept the request: ${page.error.message || page.error.code}`)
    const used = [...at.used, hashOf(at.token)]
    if (page.token !== null && used.includes(hashOf(page.token)))
      throw unavailable('arXiv sends the same page of changes again and again.')
    const sizeBefore = seen.size
    for (const id of page.ids) seen.add(id)
    if (page.token !== null && seen.size === sizeBefore)
      throw unavailable('arXiv’s list of changes does not end: its pages contain no further paper.')
    at = { token: page.token, page: at.page + 1, done: at.done + page.entries, used, restarted: at.restarted }
    yield {
      records: page.records.filter(
        ({ categories, unknown_categories: unknown = [] }) =>
          archives.size === 0 || [...categories, ...unknown].some((code) => archives.has(archiveOf(code))),
      ),
      rejected: page.rejected,
      cursor: JSON.stringify(at),
      done: at.done,
      step,
    }
  }
}

const unavailable = (sentence: string) => new AppError('source-unavailable', sentence)

/** Tokens are long; a checkpoint keeps hundreds of them. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url').slice(0, 12)

function fetchPage(
  fields: Record<string, string>,
  step: string,
  { oaiUrl, fetcher, signal, onRetry }: ReadOptions,
): Promise<OaiPage> {
  const address = new URL(oaiUrl)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return fetcher.get(address, {
    signal,
    ...(onRetry && { onRetry: (failure) => onRetry(step, failure) }),
    async read({ body, invalidUtf8 }) {
      const page = await parseResponse('oai', body, { invalidUtf8 })
      if (page.error === null && page.entries === 0) throw new SyntaxError('an empty page')
      return page
    },
  })
}

function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const { token, page, done, used, restarted } = JSON.parse(text) as Partial<Cursor>
    const isValid =
      (token === null || typeof token === 'string') && typeof page === 'number' && typeof done === 'number'
    return isValid && Array.isArray(used) ? { token, page, done, used, restarted: restarted === true } : null
  } catch {
    // Not a cursor of this interface: the window is read from its start.
    return null
  }
}
