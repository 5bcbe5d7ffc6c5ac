import type { SearchRequest } from '../searchIndex.ts'
import type { Condition } from './condition.ts'

/** What a search is limited to, besides the words of its query. */
export interface Scope {
  /** First and last day, inclusive. */
  from?: string | undefined
  to?: string | undefined
  category?: string[] | undefined
  author?: string | undefined
  /** Only these papers. */
  within?: readonly string[] | undefined
}

/** The scope of a request whose query has these days. */
export const scopeOf = ({ from, to, category, author, within }: SearchRequest, days: Days): Scope => ({
  ...intersectDays(days, { from, to }),
  category,
  author,
  within,
})

/** Returns the condition with the category and the author of the scope. */
export function withFilters(condition: Condition, { category = [], author }: Scope): Condition {
  const categories = category.map((code): Condition => ({ kind: 'category', code }))
  return {
    kind: 'and',
    items: [
      ...(condition.kind === 'and' ? condition.items : [condition]),
      ...(categories.length > 0 ? [{ kind: 'or' as const, items: categories }] : []),
      ...(author === undefined ? [] : [{ kind: 'author' as const, name: author }]),
    ],
  }
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The days that are both in the range of the query and in that of the request. */
const intersectDays = (query: Days, request: Days): Days => ({
  from: latest(query.from, request.from),
  to: earliest(query.to, request.to),
})

const latest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one
const earliest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one
