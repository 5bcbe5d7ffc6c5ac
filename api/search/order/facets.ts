import type { Database } from 'bun:sqlite'
import { dayOfRow, firstRowAfter, yearOfRow } from '../index/rows.ts'
import type { NewestRows } from './matching.ts'
import type { SearchResult } from '../searchIndex.ts'

const CATEGORIES_MAX = 100

/** When there are more matches than were read, one of so many is counted: each costs a lookup. */
const SAMPLED = 4

/**
 * Counts the matches of each category and year. Exact if all matches were read; otherwise extrapolated from a sample of
 * the newest, by the share of the papers of the index that are as new.
 */
export function countFacets(database: Database, { rows, isCut: estimated }: NewestRows): SearchResult['facets'] {
  const counted = estimated ? rows.filter((_, at) => at % SAMPLED === 0) : rows
  const lists = database
    .query(
      `SELECT categories, papers
       FROM (SELECT list, count(*) AS papers FROM json_each(?) JOIN facets ON row = value GROUP BY list)
       JOIN category_lists USING (list)`,
    )
    .values(JSON.stringify(counted)) as [categories: string, papers: number][]
  const share = estimated ? shareFrom(database, rows.at(-1) ?? 0) * (counted.length / rows.length) : 1
  return { categories: countCategories(lists, share), years: countYears(counted, share), estimated }
}

function countCategories(lists: readonly (readonly [categories: string, papers: number])[], share: number) {
  const counts = new Map<string, number>()
  for (const [categories, papers] of lists)
    for (const code of JSON.parse(categories) as string[]) counts.set(code, (counts.get(code) ?? 0) + papers)
  return [...counts]
    .map(([id, count]) => ({ id, count: Math.round(count / share) }))
    .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
    .slice(0, CATEGORIES_MAX)
}

function countYears(rows: readonly number[], share: number) {
  const byDay = new Map<number, { row: number; count: number }>()
  for (const row of rows) {
    const day = byDay.get(dayOfRow(row))
    if (day) day.count++
    else byDay.set(dayOfRow(row), { row, count: 1 })
  }
  const years = new Map<number, number>()
  for (const { row, count } of byDay.values()) {
    const year = yearOfRow(row)
    if (year !== null) years.set(year, (years.get(year) ?? 0) + count)
  }
  return [...years]
    .map(([year, count]) => ({ year, count: Math.round(count / share) }))
    .sort((one, other) => other.year - one.year)
}

/** Returns the share of all papers, from 0 to 1, whose row is `row` or higher. */
function shareFrom(database: Database, row: number): number {
  const counts = database
    .query<{ later: number; same: number; size: number }, [number, number, number]>(
      `SELECT (SELECT coalesce(sum(papers), 0) FROM days WHERE day > ?1) AS later,
              (SELECT count(*) FROM facets WHERE row >= ?2 AND row < ?3) AS same, size FROM state`,
    )
    .get(dayOfRow(row), row, firstRowAfter(row))
  return counts ? (counts.later + counts.same) / counts.size : 1
}
