import type { Database } from 'bun:sqlite'
import { SEARCH_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../contract/limits.ts'
import { boundCost } from './query/bound.ts'
import { expandVariants } from './query/expand.ts'
import { countFacets } from './order/facets.ts'
import { findHighlights, findMarks } from './order/highlights.ts'
import { parsePaperReference } from './query/idQuery.ts'
import { dropCommonWords, loosen } from './query/loosen.ts'
import { countMatches, readBest, readNewest, toMatching, type Match, type Matching } from './order/matching.ts'
import type { Condition, Words } from './query/condition.ts'
import { parseQuery } from './query/query.ts'
import type { SearchRequest, SearchResult } from './searchIndex.ts'
import { readLibraryWords } from './order/libraryWords.ts'
import { suggest } from './order/suggestions.ts'

const note = {
  plain: 'Part of the query could not be read, so all of it was searched as plain words.',
  some: 'No paper has all of these words; these have some of them.',
  unknown: 'No paper with this id is in the library yet.',
  empty: 'There is no word in the query to search for.',
}

/** With fewer hits than this, another spelling may be suggested. */
const FEW_HITS = 3

/** Runs a search and returns one page of hits with facets. Never throws because of the query's text. */
export function searchFile(database: Database, request: SearchRequest): SearchResult {
  const named = findNamed(database, request)
  if (named) return toResult(database, request, { matching: named, total: 1, marks: [], notes: [] })
  const { condition: parsed, plain, from, to } = parseQuery(request.q, { typing: request.typing })
  const condition = parsed && boundCost(parsed)
  const notes = [...(named === null ? [note.unknown] : []), ...(plain ? [note.plain] : [])]
  if (condition === null) return { ...nothing, note: notes[0] ?? note.empty }

  const filters = { from: latest(from, request.from), to: earliest(to, request.to), within: request.within }
  const library = readLibraryWords(database)
  const run = (wanted: Condition) => {
    const expanded = expandVariants(wanted, library)
    const matching = toMatching(database, withFilters(expanded, request), filters)
    return { matching, total: countMatches(database, matching), marks: findMarks(expanded) }
  }
  const strict = dropCommonWords(condition)
  let found = run(strict)
  const spelling =
    found.total < FEW_HITS ? findSpelling(database, request, { condition: strict, run, total: found.total }) : undefined
  // An unknown id is not loosened: papers that match parts of it are unrelated.
  const loose = found.total === 0 && named === undefined ? loosen(strict) : null
  if (loose) {
    const some = run(loose)
    if (some.total > 0) {
      found = some
      notes.push(note.some)
    }
  }
  return {
    ...toResult(database, request, { ...found, notes }),
    ...(spelling !== undefined && { did_you_mean: spelling }),
  }
}

interface Found {
  matching: Matching
  total: number
  /** The words to highlight. */
  marks: Words[]
}

function toResult(
  database: Database,
  request: SearchRequest,
  { matching, total, marks, notes }: Found & { notes: string[] },
): SearchResult {
  const { offset = 0, limit = SEARCH_LIMIT_DEFAULT, sort } = request
  const read = sort === 'newest' || marks.length === 0 ? readNewest : readBest
  const page = offset >= total ? [] : read(database, matching, offset, limit)
  return {
    hits: page.map((match) => toHit(database, match, marks)),
    total: Math.min(total, TOTAL_EXACT_MAX),
    estimated: total > TOTAL_EXACT_MAX,
    facets: countFacets(database, matching),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

function toHit(database: Database, { row, id, score }: Match, marks: Words[]): SearchResult['hits'][number] {
  const text = database
    .query<{ title: string; abstract: string }, [number]>('SELECT title, abstract FROM texts WHERE row = ?')
    .get(row)
  const highlights = {
    title: findHighlights(text?.title ?? '', 'title', marks),
    abstract: findHighlights(text?.abstract ?? '', 'abstract', marks),
  }
  return { id, score, highlights }
}

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

/** Returns a respelled query that finds more papers, without loosening it; undefined when there is none. */
function findSpelling(
  database: Database,
  { q, typing }: SearchRequest,
  { condition, run, total }: { condition: Condition; run: (wanted: Condition) => Found; total: number },
): string | undefined {
  const suggestion = suggest(database, q, findMarks(condition))
  if (suggestion === undefined) return undefined
  const parsed = parseQuery(suggestion, { typing }).condition
  const respelled = parsed && boundCost(parsed)
  return respelled && run(dropCommonWords(respelled)).total > total ? suggestion : undefined
}

const latest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one
const earliest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one

const nothing: SearchResult = {
  hits: [],
  total: 0,
  estimated: false,
  facets: { categories: [], years: [], estimated: false },
}
