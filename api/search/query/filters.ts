import type { SearchRequest } from '../searchIndex.ts'
import type { Condition } from './condition.ts'

/** Returns the condition with the category and the author that a request filters by. */
export function withFilters(condition: Condition, { category = [], author }: SearchRequest): Condition {
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
export const intersectDays = (query: Days, request: Days): Days => ({
  from: latest(query.from, request.from),
  to: earliest(query.to, request.to),
})

const latest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one
const earliest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one
