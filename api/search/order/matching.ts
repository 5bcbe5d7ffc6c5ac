import type { Database } from 'bun:sqlite'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Closeness } from './closeness.ts'
import { toExpression } from '../query/expression.ts'
import type { Condition } from '../query/condition.ts'

/** A selection of rows of the table `words`: an SQL condition without user input, and the values of its parameters. */
export interface Matching {
  where: string
  values: (string | number)[]
}

export interface Filters {
  /** First and last day, inclusive. */
  from?: string
  to?: string
  /** Only these papers. */
  within?: readonly string[]
}

export interface Match {
  row: number
  id: string
  score: number
}

/** Best hits are read and sorted in multiples of this number, so that pages within it are cut from the same order. */
const BLOCK = 1_000
/** Number of tiers per factor of e in score: scores within about 2 % of each other tie, and are sorted newest first. */
const TIES_PER_E = 50
/** Most stems that are added to a prefix because they do not start with it themselves. */
const STEMS_MAX = 40

/** Returns the selection of the papers that meet the condition and the filters. */
export function toMatching(database: Database, condition: Condition, { from, to, within }: Filters): Matching {
  const stemsOf = (prefix: string) =>
    database
      .query<{ stem: string }, [string, string, number, number]>(
        'SELECT DISTINCT stem FROM vocabulary WHERE word >= ?1 AND word < ?2 AND substr(stem, 1, ?3) <> ?1 LIMIT ?4',
      )
      .all(prefix, `${prefix}\u{10ffff}`, prefix.length, STEMS_MAX)
      .map(({ stem }) => stem)
  const matching: Matching = { where: 'words MATCH ?', values: [toExpression(condition, stemsOf)] }
  if (from !== undefined) addCondition(matching, `${datedAt} >= ?`, from)
  // All ISO instants of the last day, "2026-11-20T…", sort before "2026-11-20U".
  if (to !== undefined) addCondition(matching, `${datedAt} < ?`, `${to}U`)
  if (within) addCondition(matching, `+rowid IN (${rowsOfIds})`, JSON.stringify(within))
  return matching
}

// With a plain `rowid IN (…)` SQLite runs the full-text query once per row, hundreds of times slower. These two forms
// are evaluated for each match instead. The lookup by row also avoids listing all rows between two days.
const datedAt = '(SELECT dated_at FROM papers WHERE row = words.rowid)'
const rowsOfIds = 'SELECT row FROM papers WHERE id IN (SELECT value FROM json_each(?))'

function addCondition(matching: Matching, condition: string, value: string): void {
  matching.where += ` AND ${condition}`
  matching.values.push(value)
}

/** Counts the matching rows, up to one more than the largest exact total (10,000). */
export function countMatches(database: Database, { where, values }: Matching): number {
  return (
    database
      .query<{ total: number }, (string | number)[]>(
        `SELECT count(*) AS total FROM (SELECT rowid FROM words WHERE ${where} LIMIT ${TOTAL_EXACT_MAX + 1})`,
      )
      .get(...values)?.total ?? 0
  )
}

/** The best matches whose texts are compared with what was typed. */
const COMPARED = 100

/**
 * Returns a page of the best matches; near-ties are sorted newest first, then by id. The score of the first 100 is raised
 * by `closeness`.
 */
export function readBest(
  database: Database,
  { where, values }: Matching,
  { offset, limit, closeness }: { offset: number; limit: number; closeness: Closeness | null },
): Match[] {
  const count = Math.ceil((offset + limit) / BLOCK) * BLOCK
  const found = database
    .query<Match & { dated_at: string | null }, (string | number)[]>(
      `SELECT row, id, dated_at, -rank AS score FROM
       (SELECT rowid, rank FROM words WHERE ${where} ORDER BY rank LIMIT ${count}) AS best
       JOIN papers ON row = best.rowid`,
    )
    .all(...values)
  if (closeness) for (const match of found.slice(0, COMPARED)) match.score *= closeness(readText(database, match.row))
  // Words in more than half of the papers score almost 0. The logarithm of 0, -Infinity, ties with itself.
  const tier = ({ score }: Match) => Math.round(Math.log(score) * TIES_PER_E)
  return found
    .map((match) => ({ match, tier: tier(match) }))
    .sort(
      (one, other) =>
        (one.tier === other.tier ? 0 : other.tier - one.tier) ||
        compare(other.match.dated_at ?? '', one.match.dated_at ?? '') ||
        compare(one.match.id, other.match.id),
    )
    .slice(offset, offset + limit)
    .map(({ match }) => match)
}

/** Returns the text of a paper as it was stored. */
export const readText = (database: Database, row: number): { title: string; abstract: string } =>
  database
    .query<{ title: string; abstract: string }, [number]>('SELECT title, abstract FROM texts WHERE row = ?')
    .get(row) ?? { title: '', abstract: '' }

/** Returns a page of the matches, newest first, undated ones last. */
export const readNewest = (
  database: Database,
  { where, values }: Matching,
  { offset, limit }: { offset: number; limit: number },
): Match[] =>
  database
    .query<Match, (string | number)[]>(
      `SELECT row, id, 0 AS score FROM papers WHERE row IN (SELECT rowid FROM words WHERE ${where})
       ORDER BY dated_at DESC, id LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
