import type { Database } from 'bun:sqlite'
import { dayOfRow, placeInDay } from './rowNumbers.ts'

// Many papers have the same list of categories, so each paper has the number of its list. The numbers of a day's papers are
// one array, in the order of rows: 4 bytes a paper. A process keeps the arrays of all days in memory.

/** In the place of a row without a paper. */
const NO_PAPER = 0

/** Returns the number of a list of categories, which is 1 or higher. */
export function numberOf(database: Database, categories: readonly string[]): number {
  const text = JSON.stringify(categories)
  database.query('INSERT OR IGNORE INTO category_lists (categories) VALUES (?)').run(text)
  const found = database
    .query<{ list: number }, [string]>('SELECT list FROM category_lists WHERE categories = ?')
    .get(text)
  return found?.list ?? NO_PAPER
}

/** The lists that a transaction changes, which are written day by day. */
export class ListChanges {
  readonly #days = new Map<number, Map<number, number>>()

  set(row: number, list: number): void {
    const day = this.#days.get(dayOfRow(row)) ?? new Map<number, number>()
    this.#days.set(dayOfRow(row), day.set(placeInDay(row), list))
  }

  remove(row: number): void {
    this.set(row, NO_PAPER)
  }

  write(database: Database): void {
    const version = database
      .query<{ version: number }, []>('SELECT coalesce(max(version), 0) + 1 AS version FROM days')
      .get()?.version
    for (const [day, changes] of this.#days) {
      const stored = database.query<Pick<StoredDay, 'lists'>, [number]>('SELECT lists FROM days WHERE day = ?').get(day)
      const before = stored ? toNumbers(stored.lists) : new Uint32Array()
      const lists = new Uint32Array(Math.max(before.length, ...[...changes.keys()].map((place) => place + 1)))
      lists.set(before)
      for (const [place, list] of changes) lists[place] = list
      database
        .query('INSERT OR REPLACE INTO days (day, version, lists) VALUES (?, ?, ?)')
        .run(day, version ?? 1, new Uint8Array(lists.buffer))
    }
  }
}

interface StoredDay {
  day: number
  version: number
  lists: Uint8Array
}

const toNumbers = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.slice().buffer)

/** The categories of every paper, by row. */
export class CategoryLists {
  readonly #days = new Map<number, { lists: Uint32Array; papers: number }>()
  /** By the number of the list. */
  readonly #lists: string[][] = []
  #version = 0

  /** Reads what was written since the last call. */
  update(database: Database): void {
    const changed = database
      .query<StoredDay, [number]>('SELECT day, version, lists FROM days WHERE version > ?')
      .all(this.#version)
    for (const { day, version, lists } of changed) {
      const numbers = toNumbers(lists)
      this.#days.set(day, { lists: numbers, papers: countPapers(numbers) })
      this.#version = Math.max(this.#version, version)
    }
    if (changed.length === 0) return
    const added = database
      .query<{ list: number; categories: string }, [number]>(
        'SELECT list, categories FROM category_lists WHERE list >= ?',
      )
      .all(this.#lists.length)
    for (const { list, categories } of added) this.#lists[list] = JSON.parse(categories) as string[]
  }

  /** Counts the papers of these rows by category. */
  count(rows: readonly number[]): Map<string, number> {
    const byList = new Uint32Array(this.#lists.length)
    for (const row of rows) {
      const list = this.#days.get(dayOfRow(row))?.lists[placeInDay(row)] ?? NO_PAPER
      byList[list] = (byList[list] ?? 0) + 1
    }
    const counts = new Map<string, number>()
    for (const [list, papers] of byList.entries())
      if (papers > 0) for (const code of this.#lists[list] ?? []) counts.set(code, (counts.get(code) ?? 0) + papers)
    return counts
  }

  /** Returns the share of all papers, from 0 to 1, whose row is `row` or higher. */
  shareFrom(row: number): number {
    let all = 0
    let from = 0
    for (const [day, { lists, papers }] of this.#days) {
      all += papers
      if (day > dayOfRow(row)) from += papers
      else if (day === dayOfRow(row)) from += countPapers(lists.subarray(placeInDay(row)))
    }
    return all === 0 ? 1 : from / all
  }
}

function countPapers(lists: Uint32Array): number {
  let papers = 0
  for (const list of lists) if (list !== NO_PAPER) papers++
  return papers
}

const kept = new WeakMap<Database, CategoryLists>()

/** Returns the categories of the papers as they are now. The first call reads those of all papers. */
export function readCategoryLists(database: Database): CategoryLists {
  const lists = kept.get(database) ?? new CategoryLists()
  kept.set(database, lists)
  lists.update(database)
  return lists
}
