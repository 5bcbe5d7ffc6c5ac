import type { Database } from 'bun:sqlite'
import { readCategoryLists } from '../index/categoryLists.ts'
import { dayOfRow, yearOfRow } from '../index/rowNumbers.ts'
import type { NewestRows } from './matching.ts'
import type { SearchResult } from '../searchIndex.ts'

const CATEGORIES_MAX = 100

/**
 * Counts the matches of each category and year. Exact if all matches were read; otherwise extrapolated from the newest, by
 * the share of the papers of the index that are as new.
 */
export function countFacets(database: Database, { rows, isCut: estimated }: NewestRows): SearchResult['facets'] {
  const lists = readCategoryLists(database)
  const share = estimated ? lists.shareFrom(rows.at(-1) ?? 0) : 1
  const categories = [...lists.count(rows)]
    .map(([id, count]) => ({ id, count: Math.round(count / share) }))
    .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
    .slice(0, CATEGORIES_MAX)
  return { categories, years: countYears(rows, share), estimated }
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
