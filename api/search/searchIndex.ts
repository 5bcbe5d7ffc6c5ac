import type { Highlights, SearchQuery } from '../contract/search.ts'

/** The fields of a paper that are indexed. Title and abstract as stored (TeX between dollars). */
export interface IndexedPaper {
  id: string
  /** Number that increases with each write of a paper; the index stores the highest one. */
  seq: number
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  doi: string | null
  /** ISO instant used to sort by "newest": announcement day, else publication. */
  dated_at: string | null
}

export type SearchRequest = SearchQuery & {
  /** Only these papers (for `in_list`). */
  within?: readonly string[]
}

export interface SearchResult {
  /** `some_words`: behind the papers with all words, a paper with some of them. */
  hits: { id: string; score: number; highlights: Highlights; some_words?: boolean }[]
  total: number
  /** How many have all words, if some of `total` do not. */
  total_all_words?: number
  estimated: boolean
  facets: { categories: { id: string; count: number }[]; years: { year: number; count: number }[]; estimated: boolean }
  did_you_mean?: string
  /** The spelling that was searched instead of the query. */
  corrected_to?: string
  note?: string
}

/** A disposable read index: it can be deleted at any time and is rebuilt from the papers. */
export interface SearchIndex {
  /** Highest `seq` that was ever put; 0 for a new index. */
  readonly seq: number
  readonly size: number
  /** ISO instant of the last `put` or `markCurrent`, null before the first. */
  readonly indexedThrough: string | null
  /** Inserts or replaces papers, unless the index has a newer state of them. */
  put(papers: readonly IndexedPaper[]): void
  remove(ids: readonly string[]): void
  /** Sets `indexedThrough` to `at`, when the index is up to date without a new paper. */
  markCurrent(at: Date): void
  search(request: SearchRequest): SearchResult
  /** Deletes all papers from the index and sets `seq` to 0, so that it is rebuilt. */
  reset(): void
  close(): void
}
