/** Days on which records were made, Eastern, inclusive. */
export interface CreatedDays {
  first: string
  last: string
}

/** "made on 2026-11-23", "made from 2026-11-21 to 2026-11-23" */
export const describeDays = ({ first, last }: CreatedDays): string =>
  first === last ? `made on ${first}` : `made from ${first} to ${last}`

/** The query for records that were made on these days. The create date has no parameter of its own. */
export const termOf = (query: string, { first, last }: CreatedDays): string =>
  `("${toSlashes(first)}"[crdt] : "${toSlashes(last)}"[crdt]) AND (${query})`

const toSlashes = (day: string) => day.replaceAll('-', '/')

/**
 * Why a query cannot be put into brackets, where one more or less would change what it is combined with; null for one that
 * can. PubMed itself reads brackets and quotes that do not fit without a failure.
 */
export function problemOf(query: string): string | null {
  if (query.trim() === '') return 'it is empty'
  const [quotes, outside] = [query.split('"').length - 1, query.replace(/"[^"]*"/g, '')]
  if (quotes % 2 === 1) return 'a quotation mark has no second one'
  let depth = 0
  for (const [bracket] of outside.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1
    if (depth < 0) break
  }
  return depth === 0 ? null : 'its brackets do not match'
}
