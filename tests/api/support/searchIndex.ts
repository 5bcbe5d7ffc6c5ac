import type { IndexedPaper, SearchIndex, SearchRequest } from '#api/search/searchIndex.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'

let written = 0

/** An invented paper as the index keeps it. */
export const indexed = (id: string, changes: Partial<IndexedPaper> = {}): IndexedPaper => ({
  id,
  seq: ++written,
  title: 'A quiet title',
  abstract: 'Nothing in particular is said here.',
  authors: ['Mirela Quillfeather'],
  categories: ['cs.LG'],
  doi: null,
  dated_at: '2026-11-20T00:00:00.000Z',
  ...changes,
})

/** An index in memory that holds `papers`. */
export function indexOf(...papers: IndexedPaper[]): SearchIndex {
  const index = openSqliteIndex({ folder: ':memory:' })
  index.put(papers)
  return index
}

/** The ids that a query finds, in its order. */
export const find = (index: SearchIndex, q: string, more: Partial<SearchRequest> = {}): string[] =>
  index.search({ q, ...more }).hits.map(({ id }) => id)
