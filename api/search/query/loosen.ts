import { readGreekName } from '../../text/greek.ts'
import type { Condition, QueryWord, Words } from './condition.ts'

/** English stop words, and what every paper is. They are dropped when typed as loose words, and kept inside phrases. */
const common = new Set(
  (
    'a about across against all also among amongst an and any are as at be been between but by can could did do does ' +
    'during et for from had has have how if in into is it its may me more must no not of on onto or our should so some ' +
    'such than that the their them then there these they this those through to toward towards upon using versus via vs ' +
    'was we were what when where whereas which while who why will with within without would you article articles paper ' +
    'papers'
  ).split(' '),
)

/** Whether a word says nothing about the papers that are wanted. Folded, or in lower case. */
export const isCommonWord = (word: string): boolean => common.has(word)

const wordOf = (item: Condition | undefined): string =>
  item?.kind === 'words' && item.loose && item.words.length === 1 ? (item.words[0]?.word ?? '') : ''

const isLeftOut = (item: Condition, before: Condition | undefined): boolean =>
  isCommonWord(wordOf(item)) || (wordOf(item) === 'al' && wordOf(before) === 'et')

/** Returns the condition without loose stop words, or unchanged when no other wanted condition would be left. */
export function dropCommonWords(condition: Condition): Condition {
  if (condition.kind === 'not') return condition
  if (condition.kind === 'or') return { ...condition, items: condition.items.map(dropCommonWords) }
  if (condition.kind !== 'and') return condition
  const items = condition.items.filter((item, at, all) => !isLeftOut(item, all[at - 1])).map(dropCommonWords)
  const hasWanted = items.some(({ kind }) => kind !== 'not')
  if (!hasWanted) return condition
  return items.length === 1 && items[0] ? items[0] : { ...condition, items }
}

const isCommon = ({ word }: QueryWord): boolean => isCommonWord(word)
const isOneCharacter = ({ word }: QueryWord): boolean => word.length === 1
/** Says little without the other parts of its word: "19" of "COVID-19", "alpha" of "α-RuCl3". */
const isWeak = ({ word }: QueryWord): boolean => /^\d+$/.test(word) || readGreekName(word) !== undefined

/** Returns what a word of one or more parts is searched by when any of the words is enough. */
function partsOf(item: Words): Words[] {
  const { words } = item
  // A single character says nothing alone: "X-ray", "6-DoF".
  if (words.length > 1 && words.some(isOneCharacter)) return [item]
  const hasWeak = words.some(isWeak) && !words.every(isWeak)
  const isNeeded = words.every(isCommon) ? () => true : (word: QueryWord) => !isCommon(word)
  const parts = words.flatMap((word, index): Words[] =>
    !isNeeded(word) || (hasWeak && isWeak(word))
      ? []
      : [{ ...item, words: [word], prefix: item.prefix && index === words.length - 1 }],
  )
  return hasWeak ? [item, ...parts] : parts
}

const isLoose = (item: Condition): boolean =>
  (item.kind === 'words' && item.loose) || (item.kind === 'or' && item.isTerm === true)

/**
 * Returns the condition changed to require any one of its loose words; the parts of "X-ray" are one word. Conditions with
 * quotes, a field or a dash stay required; a year does not. Returns null when there are fewer than two loose words.
 */
export function loosen(condition: Condition): Condition | null {
  const items = condition.kind === 'and' ? condition.items : [condition]
  const loose = items.filter(isLoose)
  const any = loose.flatMap((item): Condition[] =>
    item.kind === 'words' ? partsOf(item) : item.kind === 'or' && item.items.every(isLoose) ? [item] : [],
  )
  if (any.length === 0 || (any.length === 1 && loose.length === 1)) return null
  const rest = items.filter((item) => !isLoose(item))
  return rest.length === 0 && any.length === 1 && any[0]
    ? any[0]
    : { kind: 'and', items: [{ kind: 'or', items: any }, ...rest] }
}
