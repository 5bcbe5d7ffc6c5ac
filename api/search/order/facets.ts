import type { Database } from 'bun:sqlite'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Matching } from './matching.ts'
import type { SearchResult } from '../searchIndex.ts'

const CATEGORIES_MAX = 100

/**
 * Counts the matches of each category and year. Exact up to 10,000 matches; above that, extrapolated from the 10,000
 * matches indexed last, by the share of the index's rows that they span.
 */
export function countFacets(database: Database, { where, values }: Matching): SearchResult['facets'] {
  const rows = database
    .query<{ row: number; year: number | null; categories: string }, (string | number)[]>(
      `SELECT row, year, categories FROM papers WHERE row IN
       (SELECT rowid FROM words WHERE ${where} ORDER BY rowid DESC LIMIT ${TOTAL_EXACT_MAX + 1})`,
    )
    .all(...values)
  const estimated = rows.length > TOTAL_EXACT_MAX
  const countsByList = new Map<string, number>()
  const years = new Map<number, number>()
  let lowest = Infinity
  for (const { row, year, categories } of rows) {
    lowest = Math.min(lowest, row)
    if (year !== null) years.set(year, (years.get(year) ?? 0) + 1)
    countsByList.set(categories, (countsByList.get(categories) ?? 0) + 1)
  }
  // Many papers have the same list of categories, so each distinct list is parsed once.
  const categories = new Map<string, number>()
  for (const [list, count] of countsByList)
    for (const code of JSON.parse(list) as string[]) categories.set(code, (categories.get(code) ?? 0) + count)
  const share = estimated ? shareSpanned(database, lowest) : 1
  return {
    categories: [...categories]
      .map(([id, count]) => ({ id, count: Math.round(count / share) }))
      .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
      .slice(0, CATEGORIES_MAX),
    years: [...years]
      .map(([year, count]) => ({ year, count: Math.round(count / share) }))
      .sort((one, other) => other.year - one.year),
    estimated,
  }
}

/** Returns the share of all rows, from 0 to 1, that lie between row `lowest` and the last row. */
function shareSpanned(database: Database, lowest: number): number {
  const highest = database.query<{ row: number }, []>('SELECT max(row) AS row FROM papers').get()?.row ?? lowest
  return (highest - lowest + 1) / highest
}
