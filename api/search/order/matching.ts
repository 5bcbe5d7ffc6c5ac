import type { Database } from 'bun:sqlite'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import { rowsBetween } from '../index/rowNumbers.ts'
import { toExpression, type PrefixStems } from '../query/expression.ts'
import type { Condition } from '../query/condition.ts'
import { countPapersFrom } from './wordForms.ts'

/** A selection of rows of the table `words`: an SQL condition without user input, and the values of its parameters. */
export interface Matching {
  where: string
  values: (string | number)[]
}

export interface Filters {
  /** First and last day, inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** Only these papers. */
  within?: readonly string[] | undefined
  /** A prefix with more postings is searched by the stems of its words. */
  mergedMax: number
}

/** With more stems of its words, a prefix is left to FTS5, with this many of the stems that do not start with it. */
const STEMS_MAX = 40
/** Shorter prefixes have tens of thousands of words, and nearly all of their stems start with them. */
const STEMS_FROM = 4

/**
 * For a prefix FTS5 first merges the postings of all its words, also when only the newest matches are read: of a common word
 * this takes most of the time of a search. With at most `mergedMax` it is quick, and bm25 counts the prefix as one word.
 */
function readStems(database: Database, prefix: string, mergedMax: number): PrefixStems {
  if (prefix.length < STEMS_FROM) return { stems: [], isComplete: false }
  const range = [prefix, `${prefix}\u{10ffff}`] as const
  const all = database
    .query<{ stem: string }, [string, string]>(
      `SELECT stem FROM vocabulary WHERE word >= ?1 AND word < ?2
       UNION SELECT stem FROM vocabulary WHERE stem >= ?1 AND stem < ?2 LIMIT ${STEMS_MAX + 1}`,
    )
    .all(...range)
  if (all.length <= STEMS_MAX && countPapersFrom(database, prefix) > mergedMax)
    return { stems: all.map(({ stem }) => stem), isComplete: true }
  const others = database
    .query<{ stem: string }, [string, string, number]>(
      `SELECT DISTINCT stem FROM vocabulary WHERE word >= ?1 AND word < ?2 AND substr(stem, 1, ?3) <> ?1
       LIMIT ${STEMS_MAX}`,
    )
    .all(...range, prefix.length)
  return { stems: others.map(({ stem }) => stem), isComplete: false }
}

/** Returns the selection of the papers that meet the condition and the filters. */
export function toMatching(
  database: Database,
  condition: Condition,
  { from, to, within, mergedMax }: Filters,
): Matching {
  const expression = toExpression(condition, (prefix) => readStems(database, prefix, mergedMax))
  const [first, last] = rowsBetween(from, to)
  if (!within) return { where: 'words MATCH ? AND rowid BETWEEN ? AND ?', values: [expression, first, last] }
  const rows = (
    database
      .query('SELECT row FROM papers WHERE id IN (SELECT value FROM json_each(?)) ORDER BY row')
      .values(JSON.stringify(within)) as [row: number][]
  ).map(([row]) => row)
  // With a plain `rowid IN (…)` SQLite runs the full-text query once per row, hundreds of times slower. With the plus it
  // evaluates the list for each match instead, between the first and the last row of the list.
  return {
    where: 'words MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN (SELECT value FROM json_each(?))',
    values: [expression, Math.max(first, rows[0] ?? last), Math.min(last, rows.at(-1) ?? first), JSON.stringify(rows)],
  }
}

/** The newest matches. */
export interface NewestRows {
  /** Newest first and undated ones last. */
  rows: readonly number[]
  /** Whether there are more matches. */
  isCut: boolean
}

/** Reads the newest `most` matches once: for their number, the newest page, the facets and the papers to rank. */
export function readRows(database: Database, { where, values }: Matching, most = TOTAL_EXACT_MAX): NewestRows {
  // As arrays: objects take twice as long.
  const found = database
    .query(`SELECT rowid FROM words WHERE ${where} ORDER BY rowid DESC LIMIT ${most + 1}`)
    .values(...values) as [row: number][]
  return { rows: found.slice(0, most).map(([row]) => row), isCut: found.length > most }
}

/** Counts the matches, up to one more than `most`. */
export function countMatches(database: Database, { where, values }: Matching, most: number): number {
  return (
    database
      .query<{ total: number }, (string | number)[]>(
        `SELECT count(*) AS total FROM (SELECT rowid FROM words WHERE ${where} LIMIT ${most + 1})`,
      )
      .get(...values)?.total ?? 0
  )
}
