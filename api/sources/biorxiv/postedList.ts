import { Type, type Static } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { Fetcher } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { Retry } from '../source.ts'
import type { Preprints, Server } from './records.ts'

/** A list that changes while it is read is read again, so many times in all. */
const PASSES_MAX = 4
/** What `total` has been too large by, with pages of this size. */
const PAGE_ROWS = 30
/** More than ten times as many as any week had. */
const ROWS_MAX = 50_000

export interface ListOptions {
  server: Server
  /** For the sentence of an error. */
  name: string
  fetcher: Fetcher
  /** Where the API is; read before each request. */
  readBase: () => Promise<string>
  signal: AbortSignal
  onRetry?: (step: string, retry: Retry) => void | Promise<void>
}

/** Days of posting, inclusive. */
interface Days {
  from: string
  to: string
}

/** How far a list has been read. */
export const ListPosition = Type.Object({
  offset: Type.Integer({ minimum: 0 }),
  /** Rows of the list, as its last page says. */
  total: Type.Union([Type.Integer(), Type.Null()]),
  /** `total` is not that of the first page, or a row came twice: rows may have moved past the pages that were read. */
  hasChanged: Type.Boolean(),
  /** Rows of the largest page. */
  pageRows: Type.Integer({ minimum: 0 }),
  /** The last page was empty, though rows were missing. */
  wasEmpty: Type.Boolean(),
})
export type ListPosition = Static<typeof ListPosition>

export const BEGINNING: ListPosition = { offset: 0, total: null, hasChanged: false, pageRows: 0, wasEmpty: false }

interface ListPage {
  page: Preprints
  /** Where the page ends. */
  end: ListPosition
  /** Where reading continues; null when the list has been read completely. */
  next: ListPosition | null
  /** The list had been read to its end before. */
  isRepeated: boolean
}

/**
 * Reads the list of what was posted on `days` from `start` on, in pages of the size that the server chooses. Rows are
 * added and taken away meanwhile, which moves others from one page to another: then the list is read once more, until
 * it did not change or had nothing new. Throws "source-unavailable" when it changes each time or does not end.
 */
export async function* readList(days: Days, start: ListPosition, options: ListOptions): AsyncIterable<ListPage> {
  const known = new Set<string>()
  let at = start
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    const knownBefore = known.size
    const ownRows = new Set<string>()
    let previous: Preprints | null = null
    for (let isEnd = false; !isEnd;) {
      if (at.offset > ROWS_MAX) throw incomplete(days, 'does not end', options)
      const page: Preprints = await fetchPage(days, at, previous, options)
      const keys = keysOf(page)
      const hasRepeated = ownRows.size + keys.length > addAll(ownRows, keys)
      addAll(known, keys)
      const end = moveOn(at, page, hasRepeated)
      isEnd = isLast(at, page, end)
      const isComplete = isEnd && (!end.hasChanged || (pass > 1 && known.size === knownBefore))
      at = isEnd ? BEGINNING : end
      yield { page, end, next: isComplete ? null : at, isRepeated: pass > 1 }
      if (isComplete) return
      previous = page
    }
  }
  throw incomplete(days, 'changes while it is read', options)
}

/** Names the rows of a page. */
const keysOf = ({ records, rejected }: Preprints) => [
  ...records.map(({ id, version }) => `${id} ${version}`),
  ...rejected.map(({ raw }) => raw),
]

/** Returns the size of the set with `keys` in it. */
function addAll(set: Set<string>, keys: readonly string[]): number {
  for (const key of keys) set.add(key)
  return set.size
}

function moveOn(at: ListPosition, page: Preprints, hasRepeated: boolean): ListPosition {
  const isEmpty = page.rows === 0
  // A page behind the last row says that there are 0 rows, which is not true of the list.
  const total = isEmpty ? at.total : (page.total ?? at.total)
  return {
    offset: at.offset + page.rows,
    total,
    hasChanged: at.hasChanged || hasRepeated || (at.total !== null && total !== at.total),
    pageRows: Math.max(at.pageRows, page.rows),
    wasEmpty: isEmpty,
  }
}

/** `total` can be too large. An empty page before it is believed when it comes twice. */
function isLast(at: ListPosition, page: Preprints, { total, offset }: ListPosition): boolean {
  if (page.rows === 0 && at.wasEmpty) return true
  return total === null ? page.rows === 0 : offset >= total
}

async function fetchPage(
  days: Days,
  at: ListPosition,
  previous: Preprints | null,
  { server, fetcher, readBase, signal, onRetry }: ListOptions,
): Promise<Preprints> {
  const base = (await readBase()).replace(/\/+$/, '')
  const step = `${describeDays(days)}, from row ${at.offset + 1} on`
  return fetcher.get(new URL(`${base}/details/${server}/${days.from}/${days.to}/${at.offset}/json`), {
    signal,
    ...(onRetry && { onRetry: (failure) => onRetry(step, failure) }),
    async read({ body, invalidUtf8 }) {
      const page = await parseResponse('biorxiv', body, { server, ...days, invalidUtf8 })
      checkPage(page, at, previous)
      return page
    },
  })
}

/** Throws SyntaxError for another page than the one that was asked for, and for an empty one where many rows are missing. */
function checkPage(page: Preprints, at: ListPosition, previous: Preprints | null): void {
  if (page.rows === 0) {
    const missing = (at.total ?? page.total ?? 0) - at.offset
    if (missing > (at.offset === 0 ? 0 : Math.max(PAGE_ROWS, at.pageRows)))
      throw new SyntaxError(`an empty page after ${at.offset} of ${at.offset + missing} rows`)
    return
  }
  if (page.cursor !== null && page.cursor !== at.offset)
    throw new SyntaxError(`it begins after ${page.cursor} rows, not after ${at.offset}`)
  if (previous !== null && page.total === previous.total && Bun.deepEquals(keysOf(page), keysOf(previous)))
    throw new SyntaxError('it is the same page as the one before')
}

/** "posted on 2026-11-23", "posted from 2026-11-21 to 2026-11-23" */
export const describeDays = ({ from, to }: Days) => (from === to ? `posted on ${from}` : `posted from ${from} to ${to}`)

const incomplete = (days: Days, why: string, { name }: ListOptions) =>
  new AppError(
    'source-unavailable',
    `${name} cannot be read completely: the list of what was ${describeDays(days)} ${why}.`,
  )
