import { ZOTERO_BATCH } from '../../contract/limits.ts'
import { AppError } from '../../platform/errors.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import { gapOfHost, type ClientOptions } from '../clientOptions.ts'
import { createFetcher } from '../fetcher.ts'
import {
  parseCollections,
  parseDeleted,
  parseGroups,
  parseItems,
  parseKey,
  parseNote,
  parseVersions,
  parseWrites,
} from './answers.ts'
import type { LibraryAccess, Zotero, ZoteroAccess, ZoteroChanges } from './libraries.ts'

export type { Written, ZoteroCollection, ZoteroGroup, ZoteroItem, ZoteroKey, ZoteroTag } from './answers.ts'
export type { LibraryAccess, Zotero, ZoteroAccess } from './libraries.ts'

interface ZoteroOptions extends Pick<ClientOptions, 'rateLimit' | 'resolve' | 'retries' | 'limits'> {
  apiUrl: string
  contactEmail: string
  /** Default: what Zotero's own host wants. */
  gapMs?: number
}

const NAME = 'Zotero'
/** Zotero allows ten requests a second; we send one at a time for each reader, with this pause after it. */
const GAP_MIN_MS = 500
const RETRIES = { tries: 4, basePauseMs: 2_000, pauseMaxMs: 60_000 }
const BODY_MAX_BYTES = 50 * 1024 * 1024
const PAGE = 100
/** A reader with more collections or groups has the first ones to choose from. */
const PAGES_MAX = 20

/** Statuses that say something about the request, and are no outage. */
const ANSWERS = new Set([200, 204, 304, 400, 403, 404, 409, 412, 413, 428])
type Request = Partial<Record<'json' | 'since' | 'unmodifiedSince', unknown>> & { method?: 'PATCH'; tries?: number }

/** Creates the client of Zotero's Web API, version 3. Each reader has a rate limit of their own. */
export function createZotero({ apiUrl, gapMs, contactEmail, ...options }: ZoteroOptions): Zotero {
  const fetcher = createFetcher({
    ...options,
    retries: { ...RETRIES, ...options.retries },
    limits: { bodyMaxBytes: BODY_MAX_BYTES, ...options.limits },
    name: NAME,
    slotKey: 'zotero',
    slotOf: ({ hash }) => `zotero:${hash.slice(1) || 'keys'}`,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: gapMs ?? gapOfHost([apiUrl], /(^|\.)zotero\.org$/, GAP_MIN_MS),
    // A key is sent nowhere else.
    origins: [],
    // An answer may repeat the key.
    describeRefusal: async ({ status }) => (status === 429 ? 'asks us to slow down (429)' : `answers ${status}`),
  })

  async function ask<Result>(
    { key, signal, userId, group }: Pick<LibraryAccess, 'key' | 'signal' | 'group'> & { userId?: number },
    path: string,
    read: (answer: FetchedResponse) => Result,
    { json, since, unmodifiedSince, method, tries }: Request = {},
  ): Promise<Result> {
    const address = new URL(`${apiUrl.replace(/\/$/, '')}${path}`)
    // The limits are those of the reader, whichever library is asked. This part of an address is not sent.
    if (userId !== undefined) address.hash = String(userId)
    return fetcher.get(address, {
      signal,
      json,
      ...(method && { method }),
      ...(tries !== undefined && { tries }),
      headers: {
        'zotero-api-version': '3',
        'zotero-api-key': key,
        ...(since !== undefined && { 'if-modified-since-version': String(since) }),
        ...(unmodifiedSince !== undefined && { 'if-unmodified-since-version': String(unmodifiedSince) }),
      },
      acceptIf: ({ status }) => ANSWERS.has(status),
      read(answer) {
        if (answer.status === 403) throw new AppError('forbidden', 'Zotero refuses the key, or what it may do.')
        if (answer.status === 404 && group !== undefined)
          throw new AppError('not-found', `Zotero has no group ${group}.`)
        return read(answer)
      },
    })
  }

  /** The entries of all pages of a list. */
  async function listAll<Entry>(access: ZoteroAccess, path: string, parse: (body: string) => Entry[]) {
    const found: Entry[] = []
    for (let page = 0; page < PAGES_MAX; page++) {
      const { entries, total } = await ask(
        access,
        `${ownLibrary(access)}${path}?limit=${PAGE}&start=${page * PAGE}`,
        only(({ body, headers }) => ({ entries: parse(body), total: totalIn(headers) }), 200),
      )
      found.push(...entries)
      if (entries.length === 0 || (page + 1) * PAGE >= total) break
    }
    return found
  }

  /** The items of a change that fits into one answer. "more": it does not, or one of them cannot be read. */
  const readFew = (access: LibraryAccess, since: number): Promise<ZoteroChanges | null | 'more'> =>
    ask(
      access,
      `${libraryOf(access)}/items/top?since=${since}&format=json&limit=${ZOTERO_BATCH}&includeTrashed=1`,
      only(
        ({ status, headers, body }) => {
          if (status === 304) return null
          const { items } = parseItems(body)
          if (totalIn(headers) > items.length) return 'more'
          const versions = new Map(items.map(({ key, version }) => [key, version]))
          return { version: versionIn(headers), items: versions, read: items }
        },
        200,
        304,
      ),
      { since },
    )

  return {
    readKey: (key, { signal, tries }) =>
      ask(
        { key, signal },
        '/keys/current',
        only(({ body }) => parseKey(body), 200),
        { tries },
      ),
    countItems: (access) =>
      ask(
        access,
        `${ownLibrary(access)}/items/top?limit=1`,
        only(({ headers }) => totalIn(headers), 200),
      ),
    listCollections: (access) => listAll(access, '/collections', parseCollections),
    listGroups: (access) => listAll(access, '/groups', parseGroups),
    async listChanges(access, since) {
      const few = since === 0 ? 'more' : await readFew(access, since)
      if (few !== 'more') return few
      return ask(
        access,
        `${libraryOf(access)}/items/top?since=${since}&format=versions&includeTrashed=1`,
        only(
          ({ status, headers, body }) =>
            status === 304 ? null : { version: versionIn(headers), items: parseVersions(body), read: null },
          200,
          304,
        ),
        { since },
      )
    },
    listDeleted: (access, since) =>
      ask(
        access,
        `${libraryOf(access)}/deleted?since=${since}`,
        only(({ body }) => parseDeleted(body), 200),
      ),
    readItems: (access, keys) =>
      ask(
        access,
        `${libraryOf(access)}/items?itemKey=${keys.join(',')}&includeTrashed=1&limit=${PAGE}`,
        only(({ body }) => parseItems(body), 200),
      ),
    readNote: (access, key) =>
      ask(
        access,
        `${ownLibrary(access)}/items/${key}`,
        only(({ status, body }) => (status === 404 ? null : parseNote(body)), 200, 404),
      ),
    create: (access, objects) =>
      ask(
        access,
        `${ownLibrary(access)}/items`,
        only(
          // One that is too large, or a locked library, concerns all objects of the request.
          ({ status, body }) =>
            status === 200
              ? parseWrites(body, objects.length)
              : objects.map(() => ({ refused: `Zotero answers ${status}`, code: status })),
          200,
          409,
          413,
        ),
        { json: objects },
      ),
    change: (access, { key, version }, fields) =>
      ask(
        access,
        `${ownLibrary(access)}/items/${key}`,
        only(
          ({ status, headers }) => {
            if (status === 404) return 'gone' as const
            if (status === 412) return 'newer' as const
            if (status !== 204) return { refused: `Zotero answers ${status}` }
            return { version: versionIn(headers) }
          },
          204,
          400,
          404,
          409,
          412,
          413,
        ),
        { json: fields, method: 'PATCH', unmodifiedSince: version },
      ),
  }
}

/** Throws SyntaxError without the header: the answer is then not Zotero's own. */
function numberIn(headers: Headers, name: string): number {
  const value = headers.get(name)
  if (value === null || !/^\d{1,15}$/.test(value)) throw new SyntaxError(`it has no header ${name}`)
  return Number(value)
}

const versionIn = (headers: Headers) => numberIn(headers, 'last-modified-version')
const totalIn = (headers: Headers) => numberIn(headers, 'total-results')

const ownLibrary = ({ userId }: ZoteroAccess) => `/users/${userId}`
const libraryOf = ({ group, ...access }: LibraryAccess) =>
  group === undefined ? ownLibrary(access) : `/groups/${group}`

/** Reads an answer with one of these statuses. Throws "source-unavailable" for another one. */
const only =
  <Result>(read: (answer: FetchedResponse) => Result, ...statuses: number[]) =>
  (answer: FetchedResponse): Result => {
    if (!statuses.includes(answer.status))
      throw new AppError('source-unavailable', `Zotero did not accept a request (${answer.status}).`)
    return read(answer)
  }
