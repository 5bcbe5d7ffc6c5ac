import type { Highlights, SearchQuery } from '../contract/search.ts'

/** What the index keeps of a paper. Title and abstract as stored (TeX between dollars). */
export interface IndexedPaper {
  id: string
  /** Grows with each write; the index remembers the highest it has seen. */
  seq: number
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  doi: string | null
  /** ISO instant that orders "newest": announcement day, else publication. */
  dated_at: string | null
}

export type SearchRequest = SearchQuery & {
  /** Only these papers (for `in_list`). */
  within?: readonly string[]
}

export interface SearchResult {
  hits: { id: string; score: number; highlights: Highlights }[]
  total: number
  estimated: boolean
  facets: { categories: { id: string; count: number }[]; years: { year: number; count: number }[]; estimated: boolean }
  did_you_mean?: string
  note?: string
}

/** A disposable read index: it can be deleted at any time and is rebuilt from the papers. */
export interface SearchIndex {
  /** Highest `seq` put so far; 0 when empty. */
  readonly seq: number
  readonly size: number
  /** ISO instant of the last `put` or `markCurrent`, null before the first. */
  readonly indexedThrough: string | null
  put(papers: readonly IndexedPaper[]): void
  remove(ids: readonly string[]): void
  /** Says that nothing newer was found at `at`. */
  markCurrent(at: Date): void
  search(request: SearchRequest): SearchResult
  /** Empties the index, so that everything is read again. */
  reset(): void
  close(): void
}
