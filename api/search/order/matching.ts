import type { Database } from 'bun:sqlite'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import { toExpression } from '../query/expression.ts'
import type { Condition } from '../query/condition.ts'

/** Which rows of the table `words` are meant: the text of a WHERE, ours alone, and the values it takes. */
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

/** Hits are put in order in blocks of this size, so that every page sees the same order. */
const BLOCK = 1_000
/** Scores within about two per cent of each other are a tie, and the newer paper comes first. */
const TIES_PER_E = 50
/** A prefix may mean this many stems that do not start with it. */
const STEMS_MAX = 40

export function toMatching(database: Database, condition: Condition, { from, to, within }: Filters): Matching {
  const stemsOf = (prefix: string) =>
    database
      .query<{ stem: string }, [string, string, number, number]>(
        'SELECT DISTINCT stem FROM vocabulary WHERE word >= ?1 AND word < ?2 AND substr(stem, 1, ?3) <> ?1 LIMIT ?4',
      )
      .all(prefix, `${prefix}\u{10ffff}`, prefix.length, STEMS_MAX)
      .map(({ stem }) => stem)
  const matching: Matching = { where: 'words MATCH ?', values: [toExpression(condition, stemsOf)] }
  if (from !== undefined) narrow(matching, `${datedAt} >= ?`, from)
  // Instants of the last day sort between the day and its end.
  if (to !== undefined) narrow(matching, `${datedAt} < ?`, `${to}U`)
  if (within) narrow(matching, `+rowid IN (${rowsOfIds})`, JSON.stringify(within))
  return matching
}

// SQLite runs the full-text query once per row of a plain `rowid IN (…)`, hundreds of times slower. These two forms are
// checked for each match instead. A lookup by row also spares the list of all rows between two days.
const datedAt = '(SELECT dated_at FROM papers WHERE row = words.rowid)'
const rowsOfIds = 'SELECT row FROM papers WHERE id IN (SELECT value FROM json_each(?))'

function narrow(matching: Matching, condition: string, value: string): void {
  matching.where += ` AND ${condition}`
  matching.values.push(value)
}

/** How many rows match, counted to one more than a total says exactly. */
export function countMatches(database: Database, { where, values }: Matching): number {
  return (
    database
      .query<{ total: number }, (string | number)[]>(
        `SELECT count(*) AS total FROM (SELECT rowid FROM words WHERE ${where} LIMIT ${TOTAL_EXACT_MAX + 1})`,
      )
      .get(...values)?.total ?? 0
  )
}

/** A page of the best matches; among near-ties the newer first, then by id. */
export function readBest(database: Database, { where, values }: Matching, offset: number, limit: number): Match[] {
  const reach = Math.ceil((offset + limit) / BLOCK) * BLOCK
  const found = database
    .query<Match & { dated_at: string | null }, (string | number)[]>(
      `SELECT row, id, dated_at, -rank AS score FROM
       (SELECT rowid, rank FROM words WHERE ${where} ORDER BY rank LIMIT ${reach}) AS best JOIN papers ON row = best.rowid`,
    )
    .all(...values)
  // Words that stand in more than half of the papers score next to nothing; the logarithm of 0 is a tie as well.
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

/** A page of the matches, newest first, undated ones last. */
export const readNewest = (database: Database, { where, values }: Matching, offset: number, limit: number): Match[] =>
  database
    .query<Match, (string | number)[]>(
      `SELECT row, id, 0 AS score FROM papers WHERE row IN (SELECT rowid FROM words WHERE ${where})
       ORDER BY dated_at DESC, id LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
