import { AppError } from '../../platform/errors.ts'
import { scoreByCommonWords } from '../order/feedback.ts'
import { nothing, searchLibrary } from '../order/search.ts'
import type {
  ComparedPapers,
  IndexedPaper,
  IndexState,
  SearchIndex,
  SearchRequest,
  SearchResult,
} from '../searchIndex.ts'
import { Answers } from './multiSearch.ts'
import { Connection, type Server } from './connection.ts'
import { IndexWriter } from './indexWriter.ts'
import { namesOf, STATE } from './mapping.ts'
import { askLibrary } from './openSearchLibrary.ts'
import { everyPaper } from './queryDsl.ts'
import { describeFailure, IndexMissing, SearchServerError } from './serverErrors.ts'
import { Space } from './space.ts'

const PATIENCE_MS = 3_000
/** Of that time, what one request may take inside OpenSearch. What is not found then is left out, and the result is partial. */
const REQUEST_SHARE = 2 / 3
const REQUEST_MAX_MS = 60_000
const STATE_MS = 5_000
/** Longer than any request. */
const OLD_KEPT_MS = 60_000
const INDEX_NOT_FOUND = 'index_not_found_exception'
/** The status of a request for one document of a shard that is not started. */
const SHARD_DOWN = 503

export interface OpenSearch extends Server {
  /** The names of the indices begin with it. */
  prefix: string
  /** In ms, of a search. The steps that are left then are skipped. */
  patienceMs?: number
  /** In ms: how long an index that was replaced stays, for the searches that run. */
  oldKeptMs?: number
}

interface Stored {
  docs: { _id: string; error?: { type: string }; _version?: number; _source?: { words?: string } }[]
}

/**
 * The search index in OpenSearch, for any number of machines. Any process may write it: a repeated or late write changes
 * nothing. A search runs the same code as in SQLite. Does not connect before the first call.
 */
export function openOpenSearchIndex({
  prefix,
  patienceMs = PATIENCE_MS,
  oldKeptMs = OLD_KEPT_MS,
  ...server
}: OpenSearch): SearchIndex {
  const connection = new Connection(server)
  const names = namesOf(prefix)
  const requestMs = Math.min(Math.round(patienceMs * REQUEST_SHARE), REQUEST_MAX_MS)
  const stateMs = Math.max(STATE_MS, requestMs)
  const space = new Space(connection, names)
  const writer = new IndexWriter(connection, names, { space, oldKeptMs })

  const readVersions = async (
    alias: string,
    signal?: AbortSignal,
  ): Promise<{ seq: number; through: number | null } | null> => {
    const body = { ids: [STATE.seq, STATE.through] }
    const stored = await connection
      .send<Stored>({ method: 'POST', path: `/${alias}/_mget`, body, signal, timeMs: stateMs })
      .catch(orWhenMissing(null))
    if (stored === null) return null
    const failure = stored.docs.find(({ error }) => error !== undefined)?.error
    // Where the index is missing, each document has an error.
    if (failure?.type === INDEX_NOT_FOUND) return null
    // After a start of OpenSearch an index is there before its documents are: it does not lack them.
    if (failure) throw describeFailure(SHARD_DOWN, failure)
    const versions = new Map(stored.docs.map(({ _id: id, _version: version }) => [id, version]))
    return { seq: versions.get(STATE.seq) ?? 0, through: versions.get(STATE.through) ?? null }
  }

  async function search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    const endsAt = performance.now() + patienceMs
    // First, so that the papers that are found are at least as new.
    const versions = await readVersions(names.read, signal)
    if (versions === null) return { ...nothing, partial: true, indexed_through: null }
    const answers = new Answers(connection, { index: names.read, text: request.q, timeMs: requestMs, signal })
    const library = askLibrary(answers, request)
    const found = await answers.complete(() => searchLibrary(library, request, () => performance.now() > endsAt))
    return { ...found, ...(answers.isPartial && { partial: true }), indexed_through: toInstant(versions.through) }
  }

  async function scoreCommon(papers: ComparedPapers, signal?: AbortSignal): Promise<number[]> {
    const ids = [...new Set([...papers.like, ...papers.among])]
    if (ids.length === 0) return []
    const path = `/${names.read}/_mget`
    const querystring = { _source: 'words' }
    const { docs } = await connection.send<Stored>({
      method: 'POST',
      path,
      querystring,
      body: { ids },
      signal,
      timeMs: requestMs,
    })
    const texts = docs.flatMap(({ _id, _source }) =>
      _source?.words === undefined ? [] : [[_id, Uint8Array.fromBase64(_source.words)] as const],
    )
    return scoreByCommonWords(new Map(texts), papers)
  }

  const countPapers = (alias: string): Promise<number> =>
    connection
      .send<{ count: number }>({
        method: 'POST',
        path: `/${alias}/_count`,
        body: { query: everyPaper },
        timeMs: stateMs,
      })
      .then(({ count }) => count)
      .catch(orWhenMissing(0))

  async function readState(): Promise<IndexState> {
    // Without the one for writes, the index that is searched is written, see `prepare`.
    for (const alias of [names.write, names.read]) {
      const [versions, size] = await Promise.all([readVersions(alias), countPapers(alias)])
      if (versions === null) continue
      const { replaces, rebuildNumber: rebuild } = writer
      return {
        seq: versions.seq,
        size,
        indexedThrough: replaces ? null : toInstant(versions.through),
        rebuild,
        replaces,
      }
    }
    return { seq: 0, size: 0, indexedThrough: null, rebuild: writer.rebuildNumber, replaces: writer.replaces }
  }

  return {
    search: (request, signal) => search(request, signal).catch(forReaders),
    scoreByCommonWords: (papers, signal) => scoreCommon(papers, signal).catch(forReaders),
    state: readState,
    becomeWriter: () => writer.prepare(),
    put: (papers: readonly IndexedPaper[]) => writer.put(papers),
    remove: (ids) => writer.remove(ids),
    markCurrent: (at) => writer.markCurrent(at),
    reset: () => writer.reset(),
    rebuild: (number) => writer.rebuild(number),
    findLack: () => space.findLack(names.read),
    findProblem: () => space.findProblem(),
    close: () => connection.close(),
  }
}

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const orWhenMissing =
  <Otherwise>(otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (error instanceof IndexMissing) return otherwise
    throw error
  }

/** The error of a search for readers, without the cause, which the health page shows. */
function forReaders(error: unknown): never {
  if (!(error instanceof SearchServerError)) throw error
  throw new AppError(
    'unavailable',
    'Search is not available at the moment. Everything else works, and nothing is lost. Try again in a minute.',
    {
      retryAfter: 5,
      cause: error,
    },
  )
}
