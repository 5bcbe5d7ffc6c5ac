import type { Condition, Words } from './condition.ts'

/** English stop words, and what every paper is. They are dropped when typed as loose words, and kept inside phrases. */
const common = new Set(
  (
    'a about all also an and any are as at be been but by can could did do does for from had has have how if in into is ' +
    'it its may me more must no not of on or our should so some such than that the their them then there these they ' +
    'this those to was we were what when where which who why will with would you article articles paper papers'
  ).split(' '),
)

const isCommon = (item: Condition): boolean =>
  item.kind === 'words' && item.loose && item.words.length === 1 && common.has(item.words[0]?.word ?? '')

/** Returns the condition without loose stop words, or unchanged when no other wanted condition would be left. */
export function dropCommonWords(condition: Condition): Condition {
  if (condition.kind === 'not') return condition
  if (condition.kind === 'or') return { ...condition, items: condition.items.map(dropCommonWords) }
  if (condition.kind !== 'and') return condition
  const items = condition.items.filter((item) => !isCommon(item)).map(dropCommonWords)
  const hasWanted = items.some(({ kind }) => kind !== 'not')
  if (!hasWanted) return condition
  return items.length === 1 && items[0] ? items[0] : { ...condition, items }
}

/** Whether a word of several parts has one of a single character, which says nothing alone: "X-ray", "6-DoF". */
const hasSingleLetter = ({ words }: Words): boolean => words.length > 1 && words.some(({ word }) => word.length === 1)

const splitWords = (item: Words): Words[] =>
  item.words.map((word, index) => {
    return { ...item, words: [word], prefix: item.prefix && index === item.words.length - 1 }
  })

/**
 * Returns the condition changed to require any one of its loose words; the parts of "X-ray" are one word. Conditions with
 * quotes, a field or a dash stay required. Returns null when there are fewer than two loose words.
 */
export function loosen(condition: Condition): Condition | null {
  const items = condition.kind === 'and' ? condition.items : [condition]
  const loose = items.filter((item): item is Words => item.kind === 'words' && item.loose)
  const single = loose.flatMap((item) => (hasSingleLetter(item) ? [item] : splitWords(item)))
  if (single.length < 2) return null
  const any: Condition = { kind: 'or', items: single }
  const rest = items.filter((item) => !loose.includes(item as Words))
  return rest.length === 0 ? any : { kind: 'and', items: [any, ...rest] }
}
