import { COLUMNS, hashWord, type PhraseCounter, type TokenPhrase } from '../index/packedTokens.ts'
import type { Words } from '../query/condition.ts'

/**
 * Added to the factor of a score, for each field of the paper, when all neighbours of the query are neighbours there: in
 * any form of the words, which pays on four judged collections, and as they were typed, which pays on none, but decides
 * between a paper on a "gravitational lens" and one on "gravitational lensing".
 */
const BONUS = { neighbours: 0.3, asTyped: 0.05 }

/** More words cost time and change little. */
const WORDS_MAX = 16

/** Returns the hashes of the words of the index with the stem of this word. */
export type FormsOf = (word: string) => ReadonlySet<number>

/**
 * How much closer a paper is to what was typed than its words alone say, as a factor of its score: 1 when it only has the
 * stems of the words, somewhere. Neighbours of the query that are neighbours in the title, in the name of an author, or in
 * the abstract raise it.
 */
export interface Proximity {
  /** Counted together with other phrases, from index `first` of the counter on. */
  phrases: readonly TokenPhrase[]
  measure(counter: PhraseCounter, first: number): number
}

/** Returns the proximity to these typed words; null when there are fewer than two. */
export function measureProximity(typed: readonly Words[], formsOf: FormsOf): Proximity | null {
  const words = typed
    .flatMap(({ words: phrase }) => phrase)
    .toSorted((one, other) => one.start - other.start)
    .slice(0, WORDS_MAX)
    .map(({ word }) => word)
  const pairs = words.length - 1
  if (pairs < 1) return null
  const asTyped = toPairs(words.map((word) => new Set([hashWord(word)])))
  return {
    phrases: [...toPairs(words.map(formsOf)), ...asTyped],
    measure({ counts }, first) {
      const countMet = (from: number) => {
        let met = 0
        for (let at = from * COLUMNS.length; at < (from + pairs) * COLUMNS.length; at++) if (counts[at] !== 0) met++
        return met / pairs
      }
      return 1 + BONUS.neighbours * countMet(first) + BONUS.asTyped * countMet(first + pairs)
    },
  }
}

const toPairs = (sets: readonly ReadonlySet<number>[]): TokenPhrase[] =>
  sets.slice(1).map((second, index) => ({ positions: [sets[index] as ReadonlySet<number>, second] }))
