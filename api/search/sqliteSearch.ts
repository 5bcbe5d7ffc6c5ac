import type { Database } from 'bun:sqlite'
import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../contract/limits.ts'
import { measureCloseness, type Closeness } from './order/closeness.ts'
import { countFacets } from './order/facets.ts'
import { findMarks } from './order/highlights.ts'
import { readLibraryWords } from './order/libraryWords.ts'
import { countMatches, readBest, readNewest, toMatching, type Match, type Matching } from './order/matching.ts'
import { suggest } from './order/suggestions.ts'
import { boundCost } from './query/bound.ts'
import type { Condition, Words } from './query/condition.ts'
import { expandVariants } from './query/expand.ts'
import { parsePaperReference } from './query/idQuery.ts'
import { dropCommonWords, loosen } from './query/loosen.ts'
import { parseQuery } from './query/query.ts'
import type { SearchIndexHit, SearchRequest, SearchResult } from './searchIndex.ts'

const note = {
  plain: 'Part of the query could not be read, so all of it was searched as plain words.',
  some: 'No paper has all of these words; these have some of them.',
  unknown: 'No paper with this id is in the library yet.',
  empty: 'There is no word in the query to search for.',
}

/** With fewer hits than this, another spelling is looked for. */
const FEW_HITS = 3
/** The other spelling is searched at once if it has at least this many times as many hits. */
const CORRECTED_RATIO = 10
/** With fewer hits than this, papers with some of the words follow behind. */
const FILLED_BELOW = 20

/** What one search of the file finds. */
export type Found = Omit<SearchResult, 'indexed_through'>

/** Runs a search and returns one page of hits with facets. Never throws because of the query's text. */
export function searchFile(database: Database, request: SearchRequest): Found {
  const named = findNamed(database, request)
  if (named) return toResult(database, request, { matching: named, total: 1, marks: [], closeness: null }, {})
  const { condition: parsed, plain, from, to } = parseQuery(request.q, { typing: request.typing })
  const condition = parsed && boundCost(parsed)
  const notes = [...(named === null ? [note.unknown] : []), ...(plain ? [note.plain] : [])]
  if (condition === null) return { ...nothing, note: notes[0] ?? note.empty }

  const filters = { from: latest(from, request.from), to: earliest(to, request.to), within: request.within }
  const library = readLibraryWords(database)
  const run: Run = (wanted) => {
    const expanded = expandVariants(wanted, library)
    const matching = toMatching(database, withFilters(expanded, request), filters)
    return {
      matching,
      total: countMatches(database, matching),
      marks: findMarks(expanded),
      closeness: measureCloseness(findMarks(wanted)),
    }
  }
  const strict = dropCommonWords(condition)
  const found = run(strict)
  const spelling =
    found.total < FEW_HITS ? findSpelling(database, request, { condition: strict, run, total: found.total }) : undefined
  if (spelling?.isCertain && !request.as_typed)
    return { ...searchFile(database, { ...request, q: spelling.q, as_typed: true }), corrected_to: spelling.q }

  // An unknown id is not loosened: papers that match parts of it are unrelated.
  const isFilled =
    found.total === 0 || (found.total < FILLED_BELOW && request.sort !== 'newest' && !isExplicit(request))
  const loose = isFilled && named === undefined ? loosen(strict) : null
  const every = loose && run(loose)
  const more =
    every && every.total > found.total ? run({ kind: 'and', items: [loose, { kind: 'not', item: strict }] }) : null
  if (more && found.total === 0) notes.push(note.some)
  return {
    ...toResult(database, request, found, { more, every }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(spelling !== undefined && { did_you_mean: spelling.q }),
  }
}

/** The reader wrote that all words are required. */
const isExplicit = ({ q }: SearchRequest) => /\bAND\b/.test(q)

type Run = (wanted: Condition) => Selection

interface Selection {
  matching: Matching
  total: number
  /** The words to highlight. */
  marks: Words[]
  closeness: Closeness | null
}

/**
 * Reads the page of `strict`, and behind it of `more`, the papers that have only some of the words. `every` finds both.
 */
function toResult(
  database: Database,
  request: SearchRequest,
  strict: Selection,
  { more = null, every = null }: { more?: Selection | null; every?: Selection | null },
): Found {
  const { offset = 0, limit = SEARCH_LIMIT_DEFAULT } = request
  const first = readPage(database, request, strict, { offset, limit })
  const rest = more
    ? readPage(database, request, more, {
        offset: Math.max(0, offset - strict.total),
        limit: limit - first.length,
      })
    : []
  const total = strict.total + (more?.total ?? 0)
  return {
    hits: [
      ...first.map((match) => toHit(match, strict.marks)),
      ...rest.map((match) => ({ ...toHit(match, more?.marks ?? []), some_words: true })),
    ],
    total: Math.min(total, TOTAL_EXACT_MAX),
    estimated: total > TOTAL_EXACT_MAX,
    ...(more && { total_all_words: strict.total }),
    facets: countFacets(database, (more && every ? every : strict).matching),
  }
}

function readPage(
  database: Database,
  { sort }: SearchRequest,
  { matching, total, marks, closeness }: Selection,
  { offset, limit }: { offset: number; limit: number },
): Match[] {
  if (offset >= total || limit <= 0) return []
  const read = sort === 'newest' || marks.length === 0 ? readNewest : readBest
  return read(database, matching, { offset, limit, closeness })
}

const toHit = ({ id, score }: Match, marks: readonly Words[]): SearchIndexHit => ({ id, score, marks })

/** Finds the paper whose id or URL the query is. Null when it is not indexed, undefined when the query is not an id. */
function findNamed(database: Database, { q, within }: SearchRequest): Matching | null | undefined {
  const named = parsePaperReference(q)
  if (!named) return undefined
  const paper = database
    .query<{ row: number; id: string }, [string, string | null]>(
      'SELECT row, id FROM papers WHERE id = ?1 UNION ALL SELECT row, id FROM papers WHERE doi = ?2 LIMIT 1',
    )
    .get(named.id, named.doi)
  if (!paper || (within && !within.includes(paper.id))) return null
  return { where: 'rowid = ?', values: [paper.row] }
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

/**
 * Returns a respelled query that finds more papers, without loosening it; undefined when there is none. `isCertain`: it
 * finds so many more that it is what was meant.
 */
function findSpelling(
  database: Database,
  { q, typing }: SearchRequest,
  { condition, run, total }: { condition: Condition; run: Run; total: number },
): { q: string; isCertain: boolean } | undefined {
  const suggestion = suggest(database, q, findMarks(condition))
  if (suggestion === undefined) return undefined
  const parsed = parseQuery(suggestion, { typing }).condition
  const respelled = parsed && boundCost(parsed)
  const respelledTotal = respelled ? run(dropCommonWords(respelled)).total : 0
  if (respelledTotal <= total) return undefined
  return { q: suggestion, isCertain: !typing && respelledTotal >= CORRECTED_RATIO * total }
}

const latest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one
const earliest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one

const nothing: Found = {
  hits: [],
  total: 0,
  estimated: false,
  facets: { categories: [], years: [], estimated: false },
}
