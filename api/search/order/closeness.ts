import { stemWord } from '../../text/stems.ts'
import type { Words } from '../query/condition.ts'

/**
 * How much closer a text is to what was typed than its words alone say, as a factor of its score: 1 when it only has the
 * stems of the words, somewhere. Words as they were typed and neighbours of the query that are neighbours in the text
 * raise it.
 */
export type Closeness = (text: { title: string; abstract: string }) => number

/** Chosen on the judged queries of Cranfield; a title says what a paper is about. */
const BONUS = { exactWord: 0.1, neighboursInTitle: 0.4, neighboursInAbstract: 0.3, exactNeighbours: 0.2 }

/** More words cost time and change little. */
const WORDS_MAX = 16

/** Returns the closeness of texts to these typed words; null when there is nothing to compare. */
export function measureCloseness(typed: readonly Words[]): Closeness | null {
  const words = typed
    .flatMap(({ words: phrase }) => phrase)
    .toSorted((one, other) => one.start - other.start)
    .map(({ word }) => word)
    .slice(0, WORDS_MAX)
  if (words.length === 0) return null
  const exactWords = words.map((word) => toPattern(word))
  const pairs = words.slice(1).map((word, index) => ({
    exact: toPattern(`${words[index]}${GAP}${word}`),
    near: toPattern(`${inflected(words[index] ?? '')}${GAP}${inflected(word)}`),
  }))
  return ({ title, abstract }) => {
    const texts = { title: title.toLowerCase(), abstract: abstract.toLowerCase() }
    const inEither = (pattern: RegExp) => pattern.test(texts.title) || pattern.test(texts.abstract)
    return (
      1 +
      BONUS.exactWord * share(exactWords, inEither) +
      BONUS.neighboursInTitle * share(pairs, ({ near }) => near.test(texts.title)) +
      BONUS.neighboursInAbstract * share(pairs, ({ near }) => near.test(texts.abstract)) +
      BONUS.exactNeighbours * share(pairs, ({ exact }) => inEither(exact))
    )
  }
}

/** Between two neighbours: "fine-tuning", a line break. */
const GAP = '[\\s-]{1,3}'

// Words are folded: only letters and digits, nothing that a pattern reads as a sign.
const toPattern = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'u')

/** Matches the forms of a word, and some others with the same start. */
function inflected(word: string): string {
  const stem = stemWord(word)
  let length = 0
  while (length < stem.length && stem[length] === word[length]) length++
  return `${word.slice(0, Math.max(length, 3))}\\p{L}{0,8}`
}

const share = <Item>(items: readonly Item[], isMet: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(isMet).length / items.length
