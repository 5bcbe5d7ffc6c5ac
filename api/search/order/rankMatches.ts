import type { Database } from 'bun:sqlite'
import type { Condition, Words } from '../query/condition.ts'
import { rankAll, rankRows } from './best.ts'
import type { Proximity } from './proximity.ts'
import { findMarks } from './highlights.ts'
import { readRows, type Matching, type NewestRows } from './matching.ts'
import type { Match } from './scoring.ts'
import { countPapersByWord } from './wordForms.ts'

/** The largest amounts of work for one order of matches. */
export interface Budget {
  /** Postings of words that FTS5 may read to score all matches; when there are more, the words of each match are read. */
  postings: number
  /** Matches that may be scored. */
  matches: number
  /** Newest matches that are scored when there are more. */
  newest: number
  /** Postings of the words of a phrase that may be read to find all matches; when there are more, only the newest are found. */
  phrasePostings: number
}

/** On one core of 2024, about 10 ms at most. */
export const BUDGET: Budget = { postings: 40_000, matches: 5_000, newest: 3_000, phrasePostings: 500_000 }

/**
 * FTS5 reads a posting in about 0.06 us and scores a match in 1 us; reading the words of a match takes 2 us, and a page of
 * the file that few matches share makes it dearer still.
 */
const POSTINGS_PER_MATCH = 20

/** A category or an author is estimated to have this share of the papers. */
const TAG_SHARE = 0.1

/** What is ranked: a condition, its matches and how they are scored. */
export interface Ranked extends NewestRows {
  condition: Condition
  matching: Matching
  /** The words that are scored, and highlighted. */
  marks: readonly Words[]
  proximity: Proximity | null
}

export interface Ranking {
  /** Best first. */
  ranked: Match[]
  /** Which matches are ranked; the others follow, newest first. */
  of: 'all' | 'rarer words' | 'newest'
  /** The rarer words. */
  rarer?: readonly Words[]
}

/**
 * Ranks the matches within the budget: all of them, or those with the rarer ones of alternative words, or the newest.
 * All words count for their scores. `toMatching` selects the matches of another condition under the same filters.
 */
export function rankMatches(
  database: Database,
  { condition, matching, rows, isCut, marks, proximity }: Ranked,
  { budget, toMatching }: { budget: Budget; toMatching: (condition: Condition) => Matching },
): Ranking {
  const score = (scored: readonly number[]) => rankRows(database, scored, { marks, proximity })
  if (rows.length <= budget.matches) {
    const isCheap = countPostings(database, condition) <= Math.min(budget.postings, POSTINGS_PER_MATCH * rows.length)
    const ranked = isCheap ? rankAll(database, matching, { count: rows.length, proximity }) : score(rows)
    return { ranked, of: isCut ? 'newest' : 'all' }
  }
  const rarer = keepRarer(database, condition, budget.matches)
  const found = rarer && readRows(database, toMatching(rarer.condition), budget.matches)
  if (rarer && found && !found.isCut && found.rows.length > 0)
    return { ranked: score(found.rows), of: 'rarer words', rarer: rarer.words }
  return { ranked: score(rows.slice(0, budget.newest)), of: 'newest' }
}

/** Returns a page of the ranking. Behind the ranked matches follow the others, newest first. */
export function readRankedPage(
  { ranked, of }: Ranking,
  { rows, offset, limit }: { rows: readonly number[]; offset: number; limit: number },
): Match[] {
  const page = ranked.slice(offset, offset + limit)
  if (page.length === limit || of === 'all') return page
  const known = new Set(ranked.map(({ row }) => row))
  const others = rows.filter((row) => !known.has(row))
  const behind = Math.max(0, offset - ranked.length)
  return [...page, ...toPage(others, { offset: behind, limit: limit - page.length })]
}

/** Returns a page of the matches as they are sorted, without scores. */
export const toPage = (rows: readonly number[], { offset, limit }: { offset: number; limit: number }): Match[] =>
  rows.slice(offset, offset + limit).map((row) => ({ row, score: 0 }))

const sizeOf = (database: Database): number =>
  database.query<{ size: number }, []>('SELECT size FROM state').get()?.size ?? 0

/**
 * Whether a phrase of the condition has more postings than the budget allows. FTS5 reads all postings of its words back to
 * the oldest match, also those of a word that nearly every paper has.
 */
export function hasCostlyPhrase(database: Database, condition: Condition, budget: Budget): boolean {
  if (condition.kind === 'words')
    return condition.words.length > 1 && countPostings(database, condition) > budget.phrasePostings
  const isCostly = (item: Condition) => hasCostlyPhrase(database, item, budget)
  if (condition.kind === 'not') return isCostly(condition.item)
  return (condition.kind === 'and' || condition.kind === 'or') && condition.items.some(isCostly)
}

/** Returns an upper bound of the postings that FTS5 reads for a condition. */
function countPostings(database: Database, condition: Condition, size = sizeOf(database)): number {
  switch (condition.kind) {
    case 'words':
      return countPapersByWord(database, condition, size).reduce((sum, papers) => sum + papers, 0)
    case 'and':
    case 'or':
      return condition.items.reduce((sum, item) => sum + countPostings(database, item, size), 0)
    case 'not':
      return countPostings(database, condition.item, size)
    default:
      return size * TAG_SHARE
  }
}

/** A condition with only the rarer of its alternatives, and their words. */
interface Rarer {
  condition: Condition
  words: Words[]
}

/**
 * Returns the condition with only the rarest alternatives of an `or`, as many as have up to `papersMax` papers together.
 * Returns null when there is no alternative, or even the rarest one has more. The spellings of one term are none.
 */
function keepRarer(database: Database, condition: Condition, papersMax: number): Rarer | null {
  if (condition.kind === 'and') {
    for (const [at, item] of condition.items.entries()) {
      const rarer = keepRarer(database, item, papersMax)
      if (rarer) return { ...rarer, condition: { kind: 'and', items: condition.items.with(at, rarer.condition) } }
    }
    return null
  }
  if (condition.kind !== 'or' || condition.isTerm) return null
  const items = condition.items
    .map((item) => ({ item, papers: countPostings(database, item) }))
    .sort((one, other) => one.papers - other.papers)
  let sum = 0
  const rarest: Condition = {
    kind: 'or',
    items: items.filter(({ papers }) => (sum += papers) <= papersMax).map(({ item }) => item),
  }
  return rarest.items.length === 0 ? null : { condition: rarest, words: findMarks(rarest) }
}
