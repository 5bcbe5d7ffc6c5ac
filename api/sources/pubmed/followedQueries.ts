import { addDays } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { RejectedRecord } from '../source.ts'
import { search, type Access, type RequestOptions } from './requests.ts'
import { describeDays, problemOf, termOf, type CreatedDays } from './queryTerms.ts'

/** PubMed gives only the first 10,000 of a query, and one with so many papers a day is too wide for a reader, too. */
const PER_DAY_MAX = 2_000

/** What followed queries find. */
export interface Found {
  /** The codes of the queries that found a record, by its PMID. */
  codes: Map<string, string[]>
  /** Queries that could not be read for a day, with the reason. Their `announced_on` is the day after. */
  unread: RejectedRecord[]
}

interface Followed {
  code: string
  query: string
}

interface Searching {
  access: Access
  options: RequestOptions
  found: Found
  /** Why PubMed could not answer a query, by its code. */
  failures: Map<string, string>
}

/**
 * Finds the records that were made on `days`, by category code of the query. What is wrong with one query does not keep
 * the others from being read. Throws "source-unavailable" when none of them is answered.
 */
export async function searchAll(
  queries: ReadonlyMap<string, string>,
  days: CreatedDays,
  access: Access,
  options: RequestOptions,
): Promise<Found> {
  const found: Found = { codes: new Map(), unread: [] }
  const searching: Searching = { access, options, found, failures: new Map() }
  const followed = [...queries].map(([code, query]) => ({ code, query })).toSorted((a, b) => (a.code < b.code ? -1 : 1))
  for (const one of followed) {
    const problem = problemOf(one.query)
    if (problem === null) await searchDays(one, days, searching)
    else refuse(one, days, problem, found)
  }
  const [failure] = searching.failures.values()
  // Of several, one that fails alone has the fault itself.
  const asked = followed.filter(({ query }) => problemOf(query) === null)
  if (failure !== undefined && searching.failures.size === asked.length)
    throw new AppError('source-unavailable', `PubMed did not answer the search: ${failure.replace(/\.$/, '')}.`)
  return found
}

/** Searches all days at once if that is not too much, else each of them. */
async function searchDays(followed: Followed, days: CreatedDays, searching: Searching): Promise<void> {
  const { code, query } = followed
  const { access, options, found, failures } = searching
  const step = `“${query.slice(0, 80)}”, ${describeDays(days)}`
  const answer = await search(termOf(query, days), PER_DAY_MAX, access, { ...options, step })
  if ('error' in answer) {
    failures.set(code, answer.error)
    return refuse(followed, days, `PubMed says “${answer.error}”`, found)
  }
  if (answer.count <= PER_DAY_MAX) {
    for (const id of answer.ids) found.codes.set(id, [...(found.codes.get(id) ?? []), code])
    return
  }
  if (days.first === days.last) {
    const advice = 'it must be made narrower, for example with AND and a field such as [mh] or [ti]'
    return refuse(
      followed,
      days,
      `it finds ${answer.count} papers of a day, ${PER_DAY_MAX} are the most: ${advice}`,
      found,
    )
  }
  for (let day = days.first; day <= days.last; day = addDays(day, 1))
    await searchDays(followed, { first: day, last: day }, searching)
}

/** As a record that cannot be read, so that the ledger of the day has a gap, and an admin sees the reason. */
function refuse({ code, query }: Followed, days: CreatedDays, why: string, { unread }: Found): void {
  const reason = `the query “${query.slice(0, 120)}” cannot be read: ${why}`
  for (let day = days.first; day <= days.last; day = addDays(day, 1))
    unread.push({ reason, announced_on: addDays(day, 1), raw: JSON.stringify({ code, query, day }) })
}
