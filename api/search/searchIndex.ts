import type { SearchQuery } from '../contract/search.ts'
import type { Words } from './query/condition.ts'

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

export interface SearchIndexHit {
  id: string
  score: number
  /** The words that `findHighlights` marks in the paper. */
  marks: readonly Words[]
  /** Behind the papers with all words, a paper with some of them. */
  some_words?: boolean
}

export interface SearchResult {
  hits: SearchIndexHit[]
  total: number
  /** How many have all words, if some of `total` do not. */
  total_all_words?: number
  estimated: boolean
  facets: { categories: { id: string; count: number }[]; years: { year: number; count: number }[]; estimated: boolean }
  did_you_mean?: string
  /** The spelling that was searched instead of the query. */
  corrected_to?: string
  /** How the query was relaxed. */
  note?: string
  /** How parts of the query were understood. */
  interpretation?: string
  /** The order is by relevance for this many of the newest matches only; the others follow, newest first. */
  ranked_newest?: number
  /** Some papers were not searched, because the search took too long or the index cannot be read. */
  partial?: boolean
  /** ISO instant up to which changes of papers are searched; null when not every paper is indexed. */
  indexed_through: string | null
}

/** Ids of papers, and of those that they are compared with. */
export interface ComparedPapers {
  like: readonly string[]
  among: readonly string[]
}

export interface IndexProblem {
  /** `down`: papers are not found; `slow`: changes are not. */
  state: 'slow' | 'down'
  /** A sentence. */
  message: string
}

/** Of the index that is written. */
export interface IndexState {
  /** Highest `seq` that was ever put; 0 for a new index. */
  seq: number
  /** Number of papers. */
  size: number
  /** As `SearchResult.indexed_through`; null, too, while searches use the index before this one. */
  indexedThrough: string | null
  /** The number that `rebuild` was called with when the index was begun; 0 without one. */
  rebuild: number
  /** Searches use the index before this one, until every paper is in this one. */
  replaces: boolean
}

/** A disposable read index: it can be deleted at any time and is rebuilt from the papers. */
export interface SearchIndex {
  /**
   * Throws "unavailable" when the index does not answer in time, when too many searches wait, and when `signal` aborts
   * before the search begins.
   */
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>
  /**
   * Scores the papers `among` by the words that several of the papers `like` have and few of `among` have; in their order,
   * and 0 for a paper that is not indexed. Throws "unavailable" as `search` does.
   */
  scoreByCommonWords(papers: ComparedPapers, signal?: AbortSignal): Promise<number[]>
  state(): Promise<IndexState>
  /**
   * Makes this process the writer of the index unless another process is; returns whether it is. A missing or damaged
   * index is replaced by an empty one, whose `seq` is 0. The calls below are only for the writer; they throw when the
   * index is damaged or was replaced since.
   */
  becomeWriter(): Promise<boolean>
  /** Inserts or replaces papers, unless the index has a newer state of them. */
  put(papers: readonly IndexedPaper[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Sets `indexedThrough` to `at`: every change until then is in the index. Then searches use it, not the one before. */
  markCurrent(at: Date): Promise<void>
  /** Deletes all papers from the index and sets `seq` to 0, so that it is rebuilt. */
  reset(): Promise<void>
  /**
   * Begins an empty index, unless the one that is written was begun for the rebuild of this number. If every paper is in
   * the one before, searches use that until `markCurrent`. Only while `findLack` returns null. When the disk becomes full,
   * `put`, `remove` and `markCurrent` give the rebuild up and throw: from then on the one before is written again.
   */
  rebuild(number: number): Promise<void>
  /**
   * Why a rebuild must wait: the beginning of a sentence about the space that a second index needs; null when one may
   * begin.
   */
  findLack(): Promise<string | null>
  /** What is wrong with an index on a server; null when nothing is. Throws "unavailable" when it does not answer. */
  findProblem?(): Promise<IndexProblem | null>
  close(): Promise<void>
}
