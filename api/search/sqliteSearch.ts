import type { Database } from 'bun:sqlite'
import { BUDGET, type Budget } from './order/rankMatches.ts'
import { searchLibrary, type Found } from './order/search.ts'
import type { SearchRequest } from './searchIndex.ts'
import { SearchTime } from './searchTime.ts'
import { readLibrary } from './sqliteLibrary.ts'

/** Limits of one search. */
export interface SearchLimits {
  budget?: Budget
  /** In ms of CPU. The steps that are left when this time is over are skipped, and the result is partial. */
  timeMs?: number
}

/** Runs a search and returns one page of hits with facets. Never throws because of the query's text. */
export function searchFile(
  database: Database,
  request: SearchRequest,
  { budget = BUDGET, timeMs }: SearchLimits = {},
): Found {
  const time = new SearchTime(timeMs)
  return searchLibrary(readLibrary(database, budget), request, () => time.isOver())
}
