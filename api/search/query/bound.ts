import type { Condition, Words } from './condition.ts'

/** A question longer than this asks no more than its beginning does, and each word costs time. */
const WORDS_MAX = 32
/** Each prefix stands for thousands of words, and the shorter it is, the more. */
const PREFIXES_MAX = 3
const PREFIX_MIN = 2

/**
 * The condition without repetitions and within what can be answered quickly: of many words the first, of many prefixes
 * the first as prefixes and the others as whole words. Null when nothing is left.
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

/** The same for conditions that mean the same: places in the text do not count. */
const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value))
