import { IndexFile } from '#api/search/indexFile.ts'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import type { IndexedPaper, SearchIndex, SearchRequest } from '#api/search/searchIndex.ts'
import { findOpenSearch } from '#tests/support/opensearch.ts'

/** The index in SQLite, in memory, whose searches have all the time they need. */
function openSqlite(): SearchIndex {
  const file = new IndexFile(':memory:', { timeMs: Infinity })
  return {
    search: async (request) => file.search(request),
    scoreByCommonWords: async (papers) => file.scoreByCommonWords(papers),
    state: async () => file.state,
    becomeWriter: async () => true,
    put: async (papers) => file.put(papers),
    remove: async (ids) => file.remove(ids),
    markCurrent: async (at) => file.markCurrent(at),
    reset: async () => file.reset(),
    rebuild: async (number) => file.rebuild(number),
    findLack: async () => file.findLack(),
    close: async () => file.close(),
  }
}

const url = await findOpenSearch()

/** An index of its own in the OpenSearch of the tests. */
export function openInOpenSearch(prefix = `test-${crypto.randomUUID()}`): SearchIndex {
  if (url === undefined) throw new Error('There is no OpenSearch.')
  return openOpenSearchIndex({ url, prefix, patienceMs: Infinity, oldKeptMs: 0 })
}

/** The address of the OpenSearch of the tests; undefined where there is none. */
export const openSearchUrl = url

/** Calls the OpenSearch of the tests, as an operator does. */
export async function callOpenSearch<Body>(method: string, path: string, body?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${openSearchUrl}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Body
}

/** The names of the indices in OpenSearch that begin with `prefix`. */
export const findIndices = async (prefix: string): Promise<string[]> =>
  Object.keys(await callOpenSearch<object>('GET', `/${prefix}-*`)).toSorted()

/** The engines of the library's index that can run here. Each function opens a new, empty index. */
export const ENGINES: { name: string; open: () => SearchIndex }[] = [
  { name: 'SQLite', open: openSqlite },
  ...(url === undefined ? [] : [{ name: 'OpenSearch', open: () => openInOpenSearch() }]),
]

/** Those that keep the index outside of this process: SQLite in a folder of `newFolder`. */
export const keptEngines = (newFolder: () => string): typeof ENGINES => [
  { name: 'SQLite', open: () => openSqliteIndex({ folder: newFolder() }) },
  ...ENGINES.filter(({ name }) => name !== 'SQLite'),
]

/** Puts papers into an index, and makes them searchable. */
export async function fill(index: SearchIndex, papers: readonly IndexedPaper[]): Promise<void> {
  await index.becomeWriter()
  await index.put(papers)
  await index.markCurrent(new Date())
}

/** Returns the ids of the hits in the order of the search: of those with all words, if there are any. */
export async function findIn(index: SearchIndex, q: string, more: Partial<SearchRequest> = {}): Promise<string[]> {
  const { hits } = await index.search({ q, ...more })
  const strict = hits.filter(({ some_words }) => !some_words)
  return (strict.length > 0 ? strict : hits).map(({ id }) => id)
}
