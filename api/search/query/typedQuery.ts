import { boundCost } from './bound.ts'
import type { Condition } from './condition.ts'
import { dropCommonWords } from './loosen.ts'
import { parseQuery, type ParsedQuery } from './query.ts'
import { widenYears, type HasPapersOf, type TypedYears } from './years.ts'

export interface TypedQuery extends Omit<ParsedQuery, 'condition'> {
  /** The words as they were typed, without common ones. Null when the query contains no condition. */
  typed: Condition | null
  /** `typed` with each year widened to the papers of that year. */
  wanted: Condition | null
  years: readonly TypedYears[]
}

interface Options {
  typing?: boolean | undefined
  hasPapersOf: HasPapersOf
}

/** Reads what a query asks for, within the bounds of its cost. */
export function readTypedQuery(q: string, { typing, hasPapersOf }: Options): TypedQuery {
  const { condition, ...parsed } = parseQuery(q, { typing })
  const bound = condition && boundCost(condition)
  const typed = bound && dropCommonWords(bound)
  const { condition: wanted, years } = typed ? widenYears(typed, hasPapersOf) : { condition: null, years: [] }
  return { ...parsed, typed, wanted, years }
}
