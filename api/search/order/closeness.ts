import { COLUMNS, type PhraseCounter, type TokenPhrase } from '../index/tokens.ts'
import type { Words } from '../query/condition.ts'

/** Added to the factor of a score when all neighbours of the query are neighbours in this field of the paper. */
const NEIGHBOURS = 0.3

/** More words cost time and change little. */
const WORDS_MAX = 16

/** Returns the hashes of the words of the index with the stem of this word. */
export type FormsOf = (word: string) => ReadonlySet<number>

/**
 * How much closer a paper is to what was typed than its words alone say, as a factor of its score: 1 when it only has the
 * stems of the words, somewhere. Neighbours of the query that are neighbours in the title, in the name of an author, or in
 * the abstract raise it. Bonuses for the exact form of the words did not pay on any of four judged collections.
 */
export interface Closeness {
  /** Counted together with other phrases, from index `first` of the counter on. */
  phrases: readonly TokenPhrase[]
  measure(counter: PhraseCounter, first: number): number
}

/** Returns the closeness to these typed words; null when there are fewer than two. */
export function measureCloseness(typed: readonly Words[], formsOf: FormsOf): Closeness | null {
  const forms = typed
    .flatMap(({ words: phrase }) => phrase)
    .toSorted((one, other) => one.start - other.start)
    .slice(0, WORDS_MAX)
    .map(({ word }) => formsOf(word))
  const phrases = forms.slice(1).map((second, at) => ({ positions: [forms[at] as ReadonlySet<number>, second] }))
  if (phrases.length === 0) return null
  return {
    phrases,
    measure({ counts }, first) {
      let met = 0
      for (let at = first * COLUMNS.length; at < (first + phrases.length) * COLUMNS.length; at++)
        if (counts[at] !== 0) met++
      return 1 + (NEIGHBOURS * met) / phrases.length
    },
  }
}
