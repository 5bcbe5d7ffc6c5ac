import type { Condition, Words } from './condition.ts'

/** Words that nearly every English abstract holds: as loose words they say nothing, inside phrases they stay. */
const common = new Set(
  (
    'a about all also an and any are as at be been but by can could did do does for from had has have how if in into is ' +
    'it its may me more must no not of on or our should so some such than that the their them then there these they ' +
    'this those to was we were what when where which who why will with would you'
  ).split(' '),
)

const isCommon = (item: Condition): boolean =>
  item.kind === 'words' && item.loose && item.words.length === 1 && common.has(item.words[0]?.word ?? '')

/** The condition without loose words that say nothing, unless there are no others. */
export function dropCommonWords(condition: Condition): Condition {
  if (condition.kind === 'not') return condition
  if (condition.kind === 'or') return { ...condition, items: condition.items.map(dropCommonWords) }
  if (condition.kind !== 'and') return condition
  const items = condition.items.filter((item) => !isCommon(item)).map(dropCommonWords)
  const said = items.some(({ kind }) => kind !== 'not')
  if (!said) return condition
  return items.length === 1 && items[0] ? items[0] : { ...condition, items }
}

/**
 * The condition with any of its loose words instead of all of them; everything asked for with quotes, fields or a dash
 * stays required. Null when there is nothing to loosen.
 */
export function loosen(condition: Condition): Condition | null {
  const items = condition.kind === 'and' ? condition.items : [condition]
  const loose = items.filter((item): item is Words => item.kind === 'words' && item.loose)
  const single = loose.flatMap((item) =>
    item.words.map((word, place): Words => {
      return { ...item, words: [word], prefix: item.prefix && place === item.words.length - 1 }
    }),
  )
  if (single.length < 2) return null
  const any: Condition = { kind: 'or', items: single }
  const rest = items.filter((item) => !loose.includes(item as Words))
  return rest.length === 0 ? any : { kind: 'and', items: [any, ...rest] }
}
