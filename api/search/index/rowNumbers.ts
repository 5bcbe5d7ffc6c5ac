import { DAY_MS } from '../../platform/clock.ts'
import type { Database } from 'bun:sqlite'

// The row of a paper begins with its day, so that rows in descending order are newest first, and days are a range of
// rows. FTS5 evaluates both without reading other rows.

const ROWS_PER_DAY = 2 ** 20
/** Days from the first day of the year 0 to that of 1970: no date has a negative row. */
const DAYS_BEFORE_1970 = 719_528
/** Papers without a date have the rows before this one. */
const DATED_FROM = ROWS_PER_DAY * 1_000

/** Number of the day of an instant or a day; 0 without a date. */
export const dayOf = (date: string | null): number =>
  date === null ? 0 : Math.floor(Date.parse(date) / DAY_MS) + DAYS_BEFORE_1970

export const dayOfRow = (row: number): number => Math.floor(row / ROWS_PER_DAY)

/** Number of the row among those of its day, from 0. */
export const placeInDay = (row: number): number => row % ROWS_PER_DAY

/** Returns the year of a row; null for papers without a date. */
export const yearOfRow = (row: number): number | null =>
  row < DATED_FROM ? null : new Date((dayOfRow(row) - DAYS_BEFORE_1970) * DAY_MS).getUTCFullYear()

/** First and last row of the papers from `from` to `to`, inclusive days; papers without a date only without both. */
export function rowsBetween(from: string | undefined, to: string | undefined): [number, number] {
  const first = from === undefined ? (to === undefined ? 0 : DATED_FROM) : dayOf(from) * ROWS_PER_DAY
  const last = to === undefined ? Number.MAX_SAFE_INTEGER : (dayOf(to) + 1) * ROWS_PER_DAY - 1
  return [first, last]
}

/** Returns a free row for a paper of `day`: after the papers of that day. Rows of a full day continue in the next. */
export function findFreeRow(database: Database, day: number): number {
  const lastOf = database.query<{ row: number | null }, [number, number]>(
    'SELECT max(row) AS row FROM papers WHERE row >= ? AND row < ?',
  )
  for (let current = day; ; current++) {
    const first = current * ROWS_PER_DAY
    const last = lastOf.get(first, first + ROWS_PER_DAY)?.row ?? null
    if (last === null) return Math.max(first, 1)
    if (last + 1 < first + ROWS_PER_DAY) return last + 1
  }
}
