import type { VariantContext } from '../../text/variants.ts'
import type { Condition, Words } from '../query/condition.ts'
import type { Scope } from '../query/filters.ts'
import type { PaperReference } from '../query/idQuery.ts'
import type { HasPapersOf } from '../query/years.ts'
import type { SearchResult } from '../searchIndex.ts'

export interface VocabularyWord {
  word: string
  papers: number
}

/** The words of the papers, folded and not stemmed. */
export interface Vocabulary {
  /** Number of papers of the library. */
  readonly size: number
  /** How many papers have this word. */
  papersOf(word: string): number
  /** Whether a word starts with `prefix`. */
  hasWordFrom(prefix: string): boolean
  /** Returns words in at least `often` papers that may be up to `edits` edits away from `word`; and others. */
  findNear(word: string, wanted: { often: number; edits: number }): Iterable<VocabularyWord>
}

/** Counts the papers of the library that meet a condition, up to one more than `most`. */
export type CountPapers = (condition: Condition, most: number) => number

/** The papers that meet a condition within a scope. */
export interface Selection {
  condition: Condition
  /** The words that are scored, and highlighted. */
  marks: readonly Words[]
  /** How many of them can be listed; a lower bound if `isCut`. */
  total: number
  isCut: boolean
}

/** What is selected. */
export interface Wanted {
  condition: Condition
  marks: readonly Words[]
  /** The words as they were typed, for the proximity. */
  typed: readonly Words[]
  scope: Scope
}

export interface Page {
  hits: { id: string; score: number }[]
  /** The order is by relevance for this many of the newest papers only. */
  rankedNewest?: number
  /** Only the papers with these rarer words are in order; the others follow. */
  rarer?: readonly Words[]
}

/** What a search asks of an index. `Selected` is what the index knows of a selection. */
export interface Library<Selected extends Selection = Selection> {
  readonly words: VariantContext
  readonly vocabulary: Vocabulary
  readonly hasPapersOf: HasPapersOf
  readonly count: CountPapers
  /** Counts the papers within a scope. */
  countWithin(condition: Condition, scope: Scope): number
  /** Selects the paper that is named; null when it is not indexed or not among `within`. */
  selectNamed(named: PaperReference, within: readonly string[] | undefined): Selected | null
  select(wanted: Wanted): Selected
  /** The papers of `selection` that are not in `known`. */
  without(selection: Selected, known: Selected): Selected
  /** Reads a page of a selection: by relevance if `isRanked`, otherwise newest first. */
  readPage(selection: Selected, page: { offset: number; limit: number; isRanked: boolean }): Page
  countFacets(selection: Selected): SearchResult['facets']
}
