import type { Database } from 'bun:sqlite'
import { TOTAL_EXACT_MAX } from '../contract/limits.ts'
import { countFacets } from './order/facets.ts'
import type { Library, Page, Selection, Wanted } from './order/library.ts'
import { readLibraryWords } from './order/libraryWords.ts'
import { countMatches, readRows, toMatching, type Matching } from './order/matching.ts'
import { findNamed, papersOf, withIds } from './order/paperRows.ts'
import { measureProximity } from './order/proximity.ts'
import { hasCostlyPhrase, rankMatches, readRankedPage, toPage, type Budget, type Ranked } from './order/rankMatches.ts'
import { readVocabulary } from './order/sqliteVocabulary.ts'
import { readForms } from './order/wordForms.ts'
import type { Condition } from './query/condition.ts'
import { withFilters, type Scope } from './query/filters.ts'

interface Selected extends Selection, Ranked {
  /** Under the filters of the scope. */
  toMatching: (condition: Condition) => Matching
}

/** What a search asks of the index in SQLite. */
export function readLibrary(database: Database, budget: Budget): Library<Selected> {
  const toMatchingIn = (scope: Scope) => (condition: Condition) =>
    toMatching(database, withFilters(condition, scope), { ...scope, mergedMax: budget.postings })
  const words = readLibraryWords(database)

  function select({ condition, marks, typed, scope }: Wanted): Selected {
    const toMatching = toMatchingIn(scope)
    const matching = toMatching(condition)
    const isCostly = hasCostlyPhrase(database, condition, budget)
    const newest = readRows(database, matching, isCostly ? budget.newest : undefined)
    const proximity = measureProximity(typed, (word) => readForms(database, word))
    return { condition, matching, toMatching, ...newest, total: newest.rows.length, marks, proximity }
  }

  function without(selection: Selected, known: Selected): Selected {
    const condition: Condition = { kind: 'and', items: [selection.condition, { kind: 'not', item: known.condition }] }
    const knownRows = new Set(known.rows)
    const rows = selection.rows.filter((row) => !knownRows.has(row))
    return { ...selection, condition, matching: selection.toMatching(condition), rows, total: rows.length }
  }

  function readPage(
    selection: Selected,
    { offset, limit, isRanked }: { offset: number; limit: number; isRanked: boolean },
  ): Page {
    const { rows, marks } = selection
    if (offset >= rows.length || limit <= 0) return { hits: [] }
    if (!isRanked || marks.length === 0) return { hits: withIds(database, toPage(rows, { offset, limit })) }
    const ranking = rankMatches(database, selection, { budget, toMatching: selection.toMatching })
    return {
      hits: withIds(database, readRankedPage(ranking, { rows, offset, limit })),
      ...(ranking.of === 'newest' && { rankedNewest: budget.newest }),
      ...(ranking.rarer && { rarer: ranking.rarer }),
    }
  }

  return {
    words,
    vocabulary: readVocabulary(database),
    hasPapersOf: papersOf(database),
    count: (condition, most) => countMatches(database, toMatching(database, condition, { mergedMax: 0 }), most),
    countWithin: (condition, scope) => countMatches(database, toMatchingIn(scope)(condition), TOTAL_EXACT_MAX),
    selectNamed: (named, within) => {
      const matching = findNamed(database, named, within)
      if (matching === null) return null
      const newest = readRows(database, matching)
      return { ...everything, matching, ...newest, total: newest.rows.length }
    },
    select,
    without,
    readPage,
    countFacets: (selection) => countFacets(database, selection),
  }
}

/** Selects by row only, with nothing to score. */
const everything: Selected = {
  condition: { kind: 'and', items: [] },
  matching: { where: '1', values: [] },
  toMatching: () => everything.matching,
  rows: [],
  total: 0,
  isCut: false,
  marks: [],
  proximity: null,
}
