import { COLUMNS, hashWord, type PhraseCounter, type TokenPhrase } from '../index/tokens.ts'
import type { Words } from '../query/condition.ts'

/** Chosen on the judged queries of Cranfield; a title says what a paper is about. */
const BONUS = { exactWord: 0.1, neighboursInTitle: 0.4, neighboursInAbstract: 0.3, exactNeighbours: 0.2 }

/** More words cost time and change little. */
const WORDS_MAX = 16

const [TITLE, , ABSTRACT] = COLUMNS.keys()

/** Returns the hashes of the words of the index with the stem of this word. */
export type FormsOf = (word: string) => ReadonlySet<number>

/**
 * How much closer a paper is to what was typed than its words alone say, as a factor of its score: 1 when it only has the
 * stems of the words, somewhere. Words as they were typed and neighbours of the query that are neighbours in the text
 * raise it.
 */
export interface Closeness {
  /** Counted together with other phrases, from index `first` of the counter on. */
  phrases: readonly TokenPhrase[]
  measure(counter: PhraseCounter, first: number): number
}

/** Returns the closeness to these typed words; null when there is nothing to compare. */
export function measureCloseness(typed: readonly Words[], formsOf: FormsOf): Closeness | null {
  const words = typed
    .flatMap(({ words: phrase }) => phrase)
    .toSorted((one, other) => one.start - other.start)
    .map(({ word }) => word)
    .slice(0, WORDS_MAX)
  if (words.length === 0) return null
  const exact = words.map((word) => new Set([hashWord(word)]))
  const forms = words.map(formsOf)
  const pairs = words.length - 1
  return {
    phrases: [...exact.map((set) => ({ positions: [set] })), ...toPairs(forms), ...toPairs(exact)],
    measure({ counts }, first) {
      const has = (phrase: number, column: number) => counts[(first + phrase) * COLUMNS.length + column] !== 0
      const hasInText = (phrase: number) => has(phrase, TITLE as number) || has(phrase, ABSTRACT as number)
      const near = words.length
      return (
        1 +
        BONUS.exactWord * share(words.length, hasInText) +
        BONUS.neighboursInTitle * share(pairs, (pair) => has(near + pair, TITLE as number)) +
        BONUS.neighboursInAbstract * share(pairs, (pair) => has(near + pair, ABSTRACT as number)) +
        BONUS.exactNeighbours * share(pairs, (pair) => hasInText(near + pairs + pair))
      )
    },
  }
}

const toPairs = (sets: readonly ReadonlySet<number>[]): TokenPhrase[] =>
  sets.slice(1).map((second, index) => ({ positions: [sets[index] as ReadonlySet<number>, second] }))

/** Share of the numbers below `count` for which the condition holds; 0 when there are none. */
function share(count: number, isMet: (index: number) => boolean): number {
  let met = 0
  for (let index = 0; index < count; index++) if (isMet(index)) met++
  return count === 0 ? 0 : met / count
}
