import type { Condition, Words } from './condition.ts'
import { parseQuery } from './query.ts'

/** Words after these are ignored: each word costs time. */
const WORDS_MAX = 32
/** A prefix can match thousands of words, and a shorter one matches more. */
export const PREFIXES_MAX = 3
export const PREFIX_MIN = 2

/**
 * Returns the condition without repetitions and with a limited cost: the first words are kept and the rest dropped; the
 * first prefixes stay prefixes and the rest become whole words. Returns null when nothing is left.
 */
export function boundCost(condition: Condition): Condition | null {
  let words = 0
  let prefixes = 0
  const boundWords = (item: Words): Words | null => {
    words += item.words.length
    if (words > WORDS_MAX) return null
    const long = (item.words.at(-1)?.word.length ?? 0) >= PREFIX_MIN
    const prefix = item.prefix && long && prefixes < PREFIXES_MAX
    if (prefix) prefixes += 1
    return { ...item, prefix }
  }
  const bound = (item: Condition): Condition | null => {
    if (item.kind === 'words') return boundWords(item)
    if (item.kind === 'not') {
      const inner = bound(item.item)
      return inner && { kind: 'not', item: inner }
    }
    if (item.kind === 'and' || item.kind === 'or') {
      const seen = new Map(item.items.map((one) => [keyOf(one), one]))
      const items = [...seen.values()].flatMap((one) => bound(one) ?? [])
      return items.length === 1 && items[0]
        ? items[0]
        : items.length > 0 || item.items.length === 0
          ? { ...item, items }
          : null
    }
    return item
  }
  return bound(condition)
}

/** Returns an equal key for conditions that differ only in their positions in the query. */
const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value))

/** Whether a query has a word, a field or a day to search for. No paper matches one without. */
export function isSearchable(query: string): boolean {
  const { condition } = parseQuery(query)
  return condition !== null && boundCost(condition) !== null
}
