import type { Condition, Words } from './condition.ts'
import { isCommonWord } from './loosen.ts'

/**
 * Returns the condition with each loose single letter joined to the word before or after it, since it says nothing
 * alone: "C. elegans", "vitamin C", "regulatory T cells". `text` is the query, in which a point behind a letter
 * joins it to the next word.
 */
export function joinLetters(condition: Condition, text: string): Condition {
  if (condition.kind === 'or') return { ...condition, items: condition.items.map((item) => joinLetters(item, text)) }
  if (condition.kind !== 'and') return condition
  const { items } = condition
  return {
    ...condition,
    items: items.map((item, at) => {
      if (!isLoose(item) || !isLetter(item, text)) return joinLetters(item, text)
      const [before, after] = [items[at - 1], items[at + 1]]
      const previous = isLoose(before) && isJoinable(before) && isBeside(before, item, text) ? [join(before, item)] : []
      const next = isLoose(after) && isJoinable(after) && isBeside(item, after, text) ? [join(item, after)] : []
      const isInitial = next.length > 0 && text[endOf(item)] === '.'
      const phrases = isInitial ? next : [...previous, ...next]
      if (phrases.length === 0) return item
      return phrases.length === 1 && phrases[0] ? phrases[0] : { kind: 'or', items: phrases, isTerm: true }
    }),
  }
}

const isLoose = (item: Condition | undefined): item is Words => item?.kind === 'words' && item.loose
const wordOf = ({ words }: Words): string => words[0]?.word ?? ''
const startOf = ({ words }: Words): number => words[0]?.start ?? 0
const endOf = ({ words }: Words): number => words.at(-1)?.end ?? 0

/** Whether it is a letter that is meant as one: "A" is mostly the article, and "I" the pronoun. */
function isLetter(item: Words, text: string): boolean {
  const word = wordOf(item)
  if (item.words.length > 1 || item.prefix || !/^[a-z]$/.test(word) || word === 'i') return false
  if (word !== 'a') return true
  // At the start of a title, also of one behind a colon, it is the article.
  const before = text.slice(0, startOf(item)).trimEnd()
  return text[startOf(item)] === 'A' && /[\p{L}\p{N}]$/u.test(before)
}

const isJoinable = (item: Words): boolean => item.words.length > 1 || !isCommonWord(wordOf(item))

/** Whether nothing but a space, or the point of an initial, separates two words. */
const isBeside = (one: Words, other: Words, text: string): boolean =>
  /^\.?\s+$/.test(text.slice(endOf(one), startOf(other)))

const join = (one: Words, other: Words): Words => ({ ...other, words: [...one.words, ...other.words] })
