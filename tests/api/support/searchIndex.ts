import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import type { IndexedPaper, SearchRequest } from '#api/search/searchIndex.ts'
import { healthChecks } from '#api/services/health/healthChecks.ts'
import type { Product } from '#api/services/product.ts'

/** What the health says while OpenSearch does not answer, and while a disk of it is full. */
export const NOT_REACHED =
  'OpenSearch is not reached. Check that it runs, and that OPENSEARCH_URL and OPENSEARCH_CA are right. Searches fail until it ' +
  'answers; new papers are found then, too. Everything else works.'
export const DISK_FULL =
  'OpenSearch accepts no changes, because a disk of its nodes is nearly full. Free space there: OpenSearch lifts this block by ' +
  'itself some minutes later, and new papers are found then. Searches find what they found before.'

let lastSeq = 0

/** An invented paper in the form that the search index stores. */
export const indexed = (id: string, changes: Partial<IndexedPaper> = {}): IndexedPaper => ({
  id,
  seq: ++lastSeq,
  title: 'A quiet title',
  abstract: 'Nothing in particular is said here.',
  authors: ['Mirela Quillfeather'],
  categories: ['cs.LG'],
  doi: null,
  dated_at: '2026-11-20T00:00:00.000Z',
  ...changes,
})

/** An index in memory whose searches have all the time they need. */
export const openForTest = (): IndexFile => new IndexFile(':memory:', { timeMs: Infinity })

/** Creates an index in memory that contains `papers`. */
export function indexOf(...papers: IndexedPaper[]): IndexFile {
  const index = openForTest()
  index.put(papers)
  return index
}

/** Returns the ids of the hits in the order of the search: of those with all words, if there are any. */
export function find(index: IndexFile, q: string, more: Partial<SearchRequest> = {}): string[] {
  const { hits } = index.search({ q, ...more })
  const strict = hits.filter(({ some_words }) => !some_words)
  return (strict.length > 0 ? strict : hits).map(({ id }) => id)
}

/** The health's check of the index of `product`. Throws while the index cannot be read. */
export const checkSearchIndex = (product: Product) =>
  healthChecks(product)
    .find(({ name }) => name === 'Search index')!
    .run()

/** As `checkSearchIndex`; what it throws is "down", as the health says. */
export const checkReachableIndex = (product: Product) =>
  checkSearchIndex(product).catch((error: Error) => ({ state: 'down', message: error.message }))

/** Returns a function that makes a temporary folder, which is removed after the tests of the file. */
export function useFolders(): () => string {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'paperdawn-index-'))
    folders.push(folder)
    return folder
  }
}
