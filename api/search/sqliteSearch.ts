import type { Database } from 'bun:sqlite'
import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../contract/limits.ts'
import { measureProximity } from './order/proximity.ts'
import { countFacets } from './order/facets.ts'
import { findMarks, typedWords } from './order/highlights.ts'
import { readLibraryWords } from './order/libraryWords.ts'
import { countMatches, readRows, toMatching, type Match, type Matching } from './order/matching.ts'
import {
  BUDGET,
  hasCostlyPhrase,
  rankMatches,
  readRankedPage,
  toPage,
  type Budget,
  type Ranking,
  type Selection,
} from './order/rankMatches.ts'
import { findNamed, papersOf, withIds } from './order/paperRows.ts'
import { findRespelling } from './order/respelling.ts'
import { findTypedAuthors, readAuthors } from './order/typedAuthors.ts'
import { describeUnknownNames, findUnknownWords } from './order/unknownNames.ts'
import { readForms } from './order/wordForms.ts'
import type { Condition, Words } from './query/condition.ts'
import { expandVariants } from './query/expand.ts'
import { intersectDays, withFilters } from './query/filters.ts'
import { describeRarer, interpret } from './query/interpretation.ts'
import { loosen } from './query/loosen.ts'
import { readTypedQuery } from './query/typedQuery.ts'
import type { SearchRequest, SearchResult } from './searchIndex.ts'
import { SearchTime } from './searchTime.ts'
import type { VariantContext } from '../text/variants.ts'

const note = {
  plain: 'Part of the query could not be read, so all of it was searched as plain words.',
  some: 'No paper has all of these words; these have some of them.',
  unknown: 'No paper with this id is in the library yet.',
  empty: 'There is no word in the query to search for.',
}

/** With fewer hits than this, another spelling is looked for. */
const FEW_HITS = 3
/** With fewer hits than this, papers with some of the words follow behind. */
const FILLED_BELOW = 20

/** Limits of one search. */
export interface SearchLimits {
  budget?: Budget
  /** In ms of CPU. The steps that are left when this time is over are skipped, and the result is partial. */
  timeMs?: number
}

/** What one search of the file finds. */
export type Found = Omit<SearchResult, 'indexed_through'>

/** Runs a search and returns one page of hits with facets. Never throws because of the query's text. */
export const searchFile = (database: Database, request: SearchRequest, limits: SearchLimits = {}): Found =>
  new Search(database, request, limits).run()

class Search {
  readonly #database: Database
  readonly #request: SearchRequest
  readonly #libraryWords: VariantContext
  readonly #budget: Budget
  readonly #limits: SearchLimits
  readonly #time: SearchTime
  #isPartial = false
  #rankedOf: Ranking['of'] = 'all'
  #rarer: Ranking['rarer']

  constructor(database: Database, request: SearchRequest, limits: SearchLimits) {
    this.#database = database
    this.#request = request
    this.#libraryWords = readLibraryWords(database)
    this.#limits = limits
    this.#budget = limits.budget ?? BUDGET
    this.#time = new SearchTime(limits.timeMs)
  }

  run(): Found {
    const { q, as_typed, typing } = this.#request
    const named = findNamed(this.#database, this.#request)
    if (named) {
      const selection = { ...everything, matching: named, ...readRows(this.#database, named) }
      return this.#toResult([selection], selection)
    }
    const query = readTypedQuery(q, { typing, hasPapersOf: papersOf(this.#database) })
    const { typed, wanted, plain } = query
    const notes = [...(named === null ? [note.unknown] : []), ...(plain ? [note.plain] : [])]
    if (typed === null || wanted === null) return { ...nothing, note: named === null ? note.unknown : note.empty }

    this.#setFilter(query)
    const authors = plain || named === null ? [] : findTypedAuthors(this.#database, q)
    const read = readAuthors(wanted, authors)
    const found = this.#select(read?.either ?? wanted)
    const total = found.rows.length
    const spelling = total < FEW_HITS ? this.#findSpelling(typed, total) : undefined
    if (spelling?.isCertain && !as_typed) return this.#searchInstead(spelling.q)

    const authored = read && this.#request.sort !== 'newest' ? this.#select(read.authored) : null
    const isAuthored = authored !== null && authored.rows.length > 0
    const strict: Part[] = isAuthored ? [authored, this.#without(found, authored)] : [found]
    // An unknown id is not loosened: papers that match parts of it are unrelated.
    const loose = named === undefined && this.#isFilled(total) ? loosen(read?.typed ?? wanted) : null
    const every = loose && !this.#isLate() ? this.#select(loose) : null
    const rest = every && this.#without(every, found)
    const hasMore = every !== null && rest !== null && rest.rows.length > 0
    if (hasMore && total === 0) notes.push(note.some)
    const result = hasMore
      ? this.#toResult([...strict, { ...rest, someWords: true }], every)
      : this.#toResult(strict, found)
    if (this.#rarer) notes.push(describeRarer(q, this.#rarer))
    const isUnknown = total === 0 && named === undefined
    const unknownWords =
      isUnknown && !this.#time.isOver() ? findUnknownWords(this.#database, typed, this.#libraryWords) : []
    const interpretation = [
      ...(plain ? [] : describeUnknownNames(this.#database, q)),
      ...interpret(q, {
        years: query.years,
        authors: isAuthored ? authors : [],
        unknownWords,
        isFound: total >= FEW_HITS,
      }),
    ]
    return {
      ...result,
      ...(notes.length > 0 && { note: notes.join(' ') }),
      ...(interpretation.length > 0 && { interpretation: interpretation.join(' ') }),
      ...(spelling !== undefined && { did_you_mean: spelling.q }),
    }
  }

  /** Selects the matches under the filters of the request. */
  #filter: (wanted: Condition) => Matching = () => everything.matching

  #setFilter({ from, to }: { from?: string; to?: string }): void {
    const days = intersectDays({ from, to }, this.#request)
    const filters = { ...days, within: this.#request.within, mergedMax: this.#budget.postings }
    this.#filter = (wanted) => toMatching(this.#database, withFilters(wanted, this.#request), filters)
  }

  #select(wanted: Condition): Selection {
    const condition = expandVariants(wanted, this.#libraryWords)
    const matching = this.#filter(condition)
    const isCostly = hasCostlyPhrase(this.#database, condition, this.#budget)
    return {
      condition,
      matching,
      ...readRows(this.#database, matching, isCostly ? this.#budget.newest : undefined),
      marks: findMarks(condition),
      proximity: measureProximity(typedWords(wanted), (word) => readForms(this.#database, word)),
    }
  }

  /** The papers of `selection` that are not in `known`. */
  #without(selection: Selection, known: Selection): Selection {
    const condition: Condition = { kind: 'and', items: [selection.condition, { kind: 'not', item: known.condition }] }
    const rows = new Set(known.rows)
    return {
      ...selection,
      condition,
      matching: this.#filter(condition),
      rows: selection.rows.filter((row) => !rows.has(row)),
    }
  }

  #isFilled(total: number): boolean {
    // The reader wrote that all words are required.
    const isExplicit = /\bAND\b/.test(this.#request.q)
    return total === 0 || (total < FILLED_BELOW && this.#request.sort !== 'newest' && !isExplicit)
  }

  /** Whether the time is over; the result is then partial. */
  #isLate(): boolean {
    const isLate = this.#time.isOver()
    if (isLate) this.#isPartial = true
    return isLate
  }

  /** Reads the page of the parts, one behind the other. `every` has the papers of all of them. */
  #toResult(parts: readonly Part[], every: Selection): Found {
    let { offset = 0, limit = SEARCH_LIMIT_DEFAULT } = this.#request
    const hits = parts.flatMap((part) => {
      const page = this.#readPage(part, { offset, limit })
      offset = Math.max(0, offset - part.rows.length)
      limit -= page.length
      return page.map((match) => ({ ...match, marks: part.marks, ...(part.someWords && { some_words: true }) }))
    })
    const sum = (counted: readonly Part[]) => counted.reduce((total, { rows }) => total + rows.length, 0)
    const total = sum(parts)
    const allWords = parts.filter(({ someWords }) => !someWords)
    return {
      hits: withIds(this.#database, hits),
      total: Math.min(total, TOTAL_EXACT_MAX),
      estimated: parts.some(({ isCut }) => isCut) || total > TOTAL_EXACT_MAX,
      ...(allWords.length < parts.length && { total_all_words: sum(allWords) }),
      facets: countFacets(this.#database, every),
      ...(this.#rankedOf === 'newest' && { ranked_newest: this.#budget.newest }),
      ...(this.#isPartial && { partial: true }),
    }
  }

  #readPage(selection: Selection, { offset, limit }: { offset: number; limit: number }): Match[] {
    const { rows, marks } = selection
    if (offset >= rows.length || limit <= 0) return []
    if (this.#request.sort === 'newest' || marks.length === 0 || this.#isLate()) return toPage(rows, { offset, limit })
    const ranking = rankMatches(this.#database, selection, { budget: this.#budget, toMatching: this.#filter })
    if (ranking.of !== 'all') this.#rankedOf = ranking.of
    this.#rarer ??= ranking.rarer
    return readRankedPage(ranking, { rows, offset, limit })
  }

  #findSpelling(typed: Condition, total: number) {
    const { q, typing } = this.#request
    return findRespelling(this.#database, { q, typing, total, typed }, (condition) => {
      const matching = this.#filter(expandVariants(condition, this.#libraryWords))
      return this.#isLate() ? 0 : countMatches(this.#database, matching, TOTAL_EXACT_MAX)
    })
  }

  #searchInstead(q: string): Found {
    const request = { ...this.#request, q, as_typed: true }
    return { ...new Search(this.#database, request, this.#limits).run(), corrected_to: q }
  }
}

/** Papers that are listed behind the part before. */
interface Part extends Selection {
  /** They do not have all words. */
  someWords?: boolean
}

/** Selects by row only, with nothing to score. */
const everything: Selection = {
  condition: { kind: 'and', items: [] },
  matching: { where: '1', values: [] },
  rows: [],
  isCut: false,
  marks: [] as Words[],
  proximity: null,
}

/** The result without a match. */
export const nothing: Found = {
  hits: [],
  total: 0,
  estimated: false,
  facets: { categories: [], years: [], estimated: false },
}
