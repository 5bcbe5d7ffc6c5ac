import type { Database } from 'bun:sqlite'
import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../contract/limits.ts'
import { measureCloseness } from './order/closeness.ts'
import { countFacets } from './order/facets.ts'
import { findMarks } from './order/highlights.ts'
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
} from './order/ranking.ts'
import { findNamed, withIds } from './order/paperRows.ts'
import { suggest } from './order/suggestions.ts'
import { describeUnknownNames } from './order/unknownNames.ts'
import { readForms } from './order/wordForms.ts'
import { boundCost } from './query/bound.ts'
import type { Condition, Words } from './query/condition.ts'
import { expandVariants } from './query/expand.ts'
import { dropCommonWords, loosen } from './query/loosen.ts'
import { parseQuery } from './query/query.ts'
import type { SearchRequest, SearchResult } from './searchIndex.ts'
import { SearchTime } from './searchTime.ts'
import type { VariantContext } from '../text/variants.ts'

const note = {
  plain: 'Part of the query could not be read, so all of it was searched as plain words.',
  some: 'No paper has all of these words; these have some of them.',
  unknown: 'No paper with this id is in the library yet.',
  rarer: 'Papers with the rarer words come first.',
  empty: 'There is no word in the query to search for.',
}

/** With fewer hits than this, another spelling is looked for. */
const FEW_HITS = 3
/** The other spelling is searched at once if it has at least this many times as many hits. */
const CORRECTED_RATIO = 10
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
  readonly #timeMs: number | undefined
  readonly #time: SearchTime
  #isPartial = false
  #rankedOf: Ranking['of'] = 'all'

  constructor(database: Database, request: SearchRequest, { budget = BUDGET, timeMs }: SearchLimits) {
    this.#database = database
    this.#request = request
    this.#libraryWords = readLibraryWords(database)
    this.#budget = budget
    this.#timeMs = timeMs
    this.#time = new SearchTime(timeMs)
  }

  run(): Found {
    const named = findNamed(this.#database, this.#request)
    if (named) return this.#toResult({ ...everything, matching: named, ...readRows(this.#database, named) })
    const { condition: parsed, plain, from, to } = parseQuery(this.#request.q, { typing: this.#request.typing })
    const condition = parsed && boundCost(parsed)
    const notes = [...(named === null ? [note.unknown] : []), ...(plain ? [note.plain] : [])]
    if (condition === null) return { ...nothing, note: named === null ? note.unknown : note.empty }

    const { within } = this.#request
    const [first, last] = [latest(from, this.#request.from), earliest(to, this.#request.to)]
    const filters = { from: first, to: last, within, mergedMax: this.#budget.postings }
    this.#filter = (wanted) => toMatching(this.#database, withFilters(wanted, this.#request), filters)
    const strict = dropCommonWords(condition)
    const found = this.#select(strict)
    const total = found.rows.length
    const spelling = total < FEW_HITS ? this.#findSpelling(strict, total) : undefined
    if (spelling?.isCertain && !this.#request.as_typed) return this.#searchInstead(spelling.q)

    // An unknown id is not loosened: papers that match parts of it are unrelated.
    const loose = named === undefined && this.#isFilled(total) ? loosen(strict) : null
    const every = loose && !this.#isLate() ? this.#select(loose) : null
    const hasMore = every !== null && every.rows.length > total
    if (!plain) notes.push(...describeUnknownNames(this.#database, this.#request.q))
    if (hasMore && total === 0) notes.push(note.some)
    const more = hasMore ? { every, more: this.#withoutStrict(every, found) } : undefined
    const result = this.#toResult(found, more)
    if (this.#rankedOf === 'rarer words') notes.push(note.rarer)
    return {
      ...result,
      ...(notes.length > 0 && { note: notes.join(' ') }),
      ...(spelling !== undefined && { did_you_mean: spelling.q }),
    }
  }

  /** Selects the matches under the filters of the request. */
  #filter: (wanted: Condition) => Matching = () => everything.matching

  #select(wanted: Condition): Selection {
    const condition = this.#expand(wanted)
    const matching = this.#filter(condition)
    const isCostly = hasCostlyPhrase(this.#database, condition, this.#budget)
    return {
      condition,
      matching,
      ...readRows(this.#database, matching, isCostly ? this.#budget.newest : undefined),
      marks: findMarks(condition),
      closeness: measureCloseness(findMarks(wanted), (word) => readForms(this.#database, word)),
    }
  }

  #expand(wanted: Condition): Condition {
    return expandVariants(wanted, this.#libraryWords)
  }

  /** The papers with some of the words that do not have all. */
  #withoutStrict(every: Selection, found: Selection): Selection {
    const condition: Condition = { kind: 'and', items: [every.condition, { kind: 'not', item: found.condition }] }
    const known = new Set(found.rows)
    const rows = every.rows.filter((row) => !known.has(row))
    return { ...every, condition, matching: this.#filter(condition), rows }
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

  /** Reads the page of `strict`, and behind it of `more`, the papers with only some of the words. `every` finds both. */
  #toResult(strict: Selection, loose?: { every: Selection; more: Selection }): Found {
    const { offset = 0, limit = SEARCH_LIMIT_DEFAULT } = this.#request
    const totalStrict = strict.rows.length
    const first = this.#readPage(strict, { offset, limit })
    const rest = loose
      ? this.#readPage(loose.more, { offset: Math.max(0, offset - totalStrict), limit: limit - first.length })
      : []
    const total = totalStrict + (loose?.more.rows.length ?? 0)
    const hits = [
      ...first.map((match) => ({ ...match, marks: strict.marks })),
      ...rest.map((match) => ({ ...match, marks: loose?.more.marks ?? [], some_words: true })),
    ]
    return {
      hits: withIds(this.#database, hits),
      total: Math.min(total, TOTAL_EXACT_MAX),
      estimated: strict.isCut || loose?.more.isCut === true || total > TOTAL_EXACT_MAX,
      ...(loose && { total_all_words: totalStrict }),
      facets: countFacets(this.#database, loose?.every ?? strict),
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
    return readRankedPage(ranking, { rows, offset, limit })
  }

  /**
   * Returns a respelled query that finds more papers, without loosening it; undefined when there is none. `isCertain`:
   * it finds so many more that it is what was meant.
   */
  #findSpelling(condition: Condition, total: number): { q: string; isCertain: boolean } | undefined {
    const { q, typing } = this.#request
    const suggestion = suggest(this.#database, q, findMarks(condition))
    if (suggestion === undefined || this.#isLate()) return undefined
    const parsed = parseQuery(suggestion, { typing }).condition
    const respelled = parsed && boundCost(parsed)
    const wanted = respelled && this.#filter(this.#expand(dropCommonWords(respelled)))
    const respelledTotal = wanted ? countMatches(this.#database, wanted, TOTAL_EXACT_MAX) : 0
    if (respelledTotal <= total) return undefined
    return { q: suggestion, isCertain: !typing && respelledTotal >= CORRECTED_RATIO * total }
  }

  #searchInstead(q: string): Found {
    const request = { ...this.#request, q, as_typed: true }
    const limits = { budget: this.#budget, ...(this.#timeMs !== undefined && { timeMs: this.#timeMs }) }
    return { ...new Search(this.#database, request, limits).run(), corrected_to: q }
  }
}

function withFilters(condition: Condition, { category = [], author }: SearchRequest): Condition {
  const categories = category.map((code): Condition => ({ kind: 'category', code }))
  return {
    kind: 'and',
    items: [
      ...(condition.kind === 'and' ? condition.items : [condition]),
      ...(categories.length > 0 ? [{ kind: 'or' as const, items: categories }] : []),
      ...(author === undefined ? [] : [{ kind: 'author' as const, name: author }]),
    ],
  }
}

const latest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one
const earliest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one

/** Selects by row only, with nothing to score. */
const everything: Selection = {
  condition: { kind: 'and', items: [] },
  matching: { where: '1', values: [] },
  rows: [],
  isCut: false,
  marks: [] as Words[],
  closeness: null,
}

/** The result without a match. */
export const nothing: Found = {
  hits: [],
  total: 0,
  estimated: false,
  facets: { categories: [], years: [], estimated: false },
}
