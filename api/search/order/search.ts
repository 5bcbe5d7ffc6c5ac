import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Condition } from '../query/condition.ts'
import { expandVariants } from '../query/expand.ts'
import { scopeOf, type Scope } from '../query/filters.ts'
import { parsePaperReference } from '../query/idQuery.ts'
import { describeRarer, interpret } from '../query/interpretation.ts'
import { loosen } from '../query/loosen.ts'
import { readTypedQuery } from '../query/typedQuery.ts'
import type { SearchIndexHit, SearchRequest, SearchResult } from '../searchIndex.ts'
import { findMarks, typedWords } from './highlights.ts'
import type { Library, Page, Selection } from './library.ts'
import { findRespelling } from './respelling.ts'
import { findTypedAuthors, readAuthors } from './typedAuthors.ts'
import { describeUnknownNames, findUnknownWords } from './unknownNames.ts'

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

/** What one search finds. */
export type Found = Omit<SearchResult, 'indexed_through'>

/**
 * Runs a search and returns one page of hits with facets. Never throws because of the query's text. The steps that are left
 * when `isTimeOver` are skipped, and the result is partial.
 */
export const searchLibrary = <Selected extends Selection>(
  library: Library<Selected>,
  request: SearchRequest,
  isTimeOver: () => boolean,
): Found => new Search(library, request, isTimeOver).run()

class Search<Selected extends Selection> {
  readonly #library: Library<Selected>
  readonly #request: SearchRequest
  readonly #isTimeOver: () => boolean
  #scope: Scope = {}
  #isPartial = false
  #rankedNewest: Page['rankedNewest']
  #rarer: Page['rarer']

  constructor(library: Library<Selected>, request: SearchRequest, isTimeOver: () => boolean) {
    this.#library = library
    this.#request = request
    this.#isTimeOver = isTimeOver
  }

  run(): Found {
    const library = this.#library
    const { q, as_typed, typing, within } = this.#request
    const reference = parsePaperReference(q)
    const named = reference && library.selectNamed(reference, within)
    if (named) return this.#toResult([{ selection: named }], named)
    // The query is an id, and its paper is not indexed.
    const isUnknownId = reference !== null
    const query = readTypedQuery(q, { typing, hasPapersOf: library.hasPapersOf })
    const { typed, wanted, plain } = query
    const notes = [...(isUnknownId ? [note.unknown] : []), ...(plain ? [note.plain] : [])]
    if (typed === null || wanted === null) return { ...nothing, note: isUnknownId ? note.unknown : note.empty }

    this.#scope = scopeOf(this.#request, query)
    const authors = plain || isUnknownId ? [] : findTypedAuthors(library.count, q)
    const read = readAuthors(wanted, authors)
    const found = this.#select(read?.either ?? wanted)
    const { total } = found
    const spelling = total < FEW_HITS ? this.#findSpelling(typed, total) : undefined
    if (spelling?.isCertain && !as_typed) return this.#searchInstead(spelling.q)

    const authored = read && this.#request.sort !== 'newest' ? this.#select(read.authored) : null
    const isAuthored = authored !== null && authored.total > 0
    const strict: Part<Selected>[] = isAuthored
      ? [{ selection: authored }, { selection: library.without(found, authored) }]
      : [{ selection: found }]
    // An unknown id is not loosened: papers that match parts of it are unrelated.
    const loose = !isUnknownId && this.#isFilled(total) ? loosen(read?.typed ?? wanted) : null
    const every = loose && !this.#isLate() ? this.#select(loose) : null
    const rest = every && library.without(every, found)
    const hasMore = every !== null && rest !== null && rest.total > 0
    if (hasMore && total === 0) notes.push(note.some)
    const result = hasMore
      ? this.#toResult([...strict, { selection: rest, someWords: true }], every)
      : this.#toResult(strict, found)
    if (this.#rarer) notes.push(describeRarer(q, this.#rarer))
    const isUnknown = total === 0 && !isUnknownId
    const unknownWords = isUnknown && !this.#isTimeOver() ? findUnknownWords(library.count, typed, library.words) : []
    const interpretation = [
      ...(plain ? [] : describeUnknownNames(library.count, q)),
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

  #select(wanted: Condition): Selected {
    const condition = expandVariants(wanted, this.#library.words)
    return this.#library.select({
      condition,
      marks: findMarks(condition),
      typed: typedWords(wanted),
      scope: this.#scope,
    })
  }

  #isFilled(total: number): boolean {
    // The reader wrote that all words are required.
    const isExplicit = /\bAND\b/.test(this.#request.q)
    return total === 0 || (total < FILLED_BELOW && this.#request.sort !== 'newest' && !isExplicit)
  }

  /** Whether the time is over; the result is then partial. */
  #isLate(): boolean {
    const isLate = this.#isTimeOver()
    if (isLate) this.#isPartial = true
    return isLate
  }

  /** Reads the page of the parts, one behind the other. `every` has the papers of all of them. */
  #toResult(parts: readonly Part<Selected>[], every: Selected): Found {
    let { offset = 0, limit = SEARCH_LIMIT_DEFAULT } = this.#request
    const hits = parts.flatMap(({ selection, someWords }) => {
      const page = this.#readPage(selection, { offset, limit })
      offset = Math.max(0, offset - selection.total)
      limit -= page.length
      return page.map((hit): SearchIndexHit => ({
        ...hit,
        marks: selection.marks,
        ...(someWords && { some_words: true }),
      }))
    })
    const sum = (counted: readonly Part<Selected>[]) =>
      counted.reduce((total, { selection }) => total + selection.total, 0)
    const total = sum(parts)
    const allWords = parts.filter(({ someWords }) => !someWords)
    return {
      hits,
      total: Math.min(total, TOTAL_EXACT_MAX),
      estimated: parts.some(({ selection }) => selection.isCut) || total > TOTAL_EXACT_MAX,
      ...(allWords.length < parts.length && { total_all_words: sum(allWords) }),
      facets: this.#library.countFacets(every),
      ...(this.#rankedNewest !== undefined && { ranked_newest: this.#rankedNewest }),
      ...(this.#isPartial && { partial: true }),
    }
  }

  #readPage(selection: Selected, { offset, limit }: { offset: number; limit: number }): Page['hits'] {
    if (offset >= selection.total || limit <= 0) return []
    const isRanked = this.#request.sort !== 'newest' && selection.marks.length > 0 && !this.#isLate()
    const { hits, rankedNewest, rarer } = this.#library.readPage(selection, { offset, limit, isRanked })
    this.#rankedNewest = rankedNewest ?? this.#rankedNewest
    this.#rarer ??= rarer
    return hits
  }

  #findSpelling(typed: Condition, total: number) {
    const { q, typing } = this.#request
    const count = (condition: Condition) => {
      const expanded = expandVariants(condition, this.#library.words)
      return this.#isLate() ? 0 : this.#library.countWithin(expanded, this.#scope)
    }
    return findRespelling(this.#library, { q, typing, total, typed }, count)
  }

  #searchInstead(q: string): Found {
    const request = { ...this.#request, q, as_typed: true }
    return { ...searchLibrary(this.#library, request, this.#isTimeOver), corrected_to: q }
  }
}

/** Papers that are listed behind the part before. */
interface Part<Selected> {
  selection: Selected
  /** They do not have all words. */
  someWords?: boolean
}

/** The result without a match. */
export const nothing: Found = {
  hits: [],
  total: 0,
  estimated: false,
  facets: { categories: [], years: [], estimated: false },
}
