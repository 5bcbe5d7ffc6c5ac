import { now } from '../../platform/clock.ts'
import type { Condition, Words } from './condition.ts'

const FIRST_YEAR = 1900
/** In years. */
const RANGE_MAX = 50

/** A loose year, or a range of them: "2025", "2019-2021". */
export interface TypedYears {
  item: Words
  first: number
  last: number
}

/** Whether the library has papers of these years. */
export type HasPapersOf = (first: number, last: number) => boolean

/** Returns the years that a word of the query may stand for; null for any other condition. */
function readYears(item: Condition, hasPapersOf: HasPapersOf): TypedYears | null {
  if (item.kind !== 'words' || !item.loose || item.prefix || item.words.length > 2) return null
  const [first = 0, last = first] = item.words.map(({ word }) => (/^\d{4}$/.test(word) ? Number(word) : 0))
  const isYear = first >= FIRST_YEAR && last <= now().getUTCFullYear() + 1
  const isRange = last >= first && last - first <= RANGE_MAX
  return isYear && isRange && hasPapersOf(first, last) ? { item, first, last } : null
}

/**
 * Returns the condition with each loose year widened to the papers of that year, or with it in their text, and these
 * years. A conference or a data set has a year in its name ("ImageNet 2012"), which is not that of its papers. A year of
 * which the library has no paper is a word like others.
 */
export function widenYears(
  condition: Condition,
  hasPapersOf: HasPapersOf,
): { condition: Condition; years: TypedYears[] } {
  if (condition.kind === 'and') {
    const items = condition.items.map((item) => widenYears(item, hasPapersOf))
    return {
      condition: { ...condition, items: items.map((item) => item.condition) },
      years: items.flatMap(({ years }) => years),
    }
  }
  const found = readYears(condition, hasPapersOf)
  if (!found) return { condition, years: [] }
  const { first, last } = found
  const dates = Array.from({ length: last - first + 1 }, (_, more): Condition => ({ kind: 'year', year: first + more }))
  return { condition: { kind: 'or', items: [...dates, condition], isTerm: true }, years: [found] }
}
