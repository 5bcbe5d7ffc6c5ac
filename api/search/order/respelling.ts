import type { Database } from 'bun:sqlite'
import { STAR } from '../../text/words.ts'
import type { Condition, Words } from '../query/condition.ts'
import { guessLanguage } from '../query/language.ts'
import { readTypedQuery } from '../query/typedQuery.ts'
import { findMarks } from './highlights.ts'
import { suggest } from './suggestions.ts'

/** The other spelling is searched at once if it has at least this many times as many hits. */
const CORRECTED_RATIO = 10

/** A word in more papers than this is not a misspelling; where no paper has all words, one in more papers can be. */
const RARE_MAX = { found: 5, notFound: 50 }

/** In a longer question an unknown word may be a name, and the other words find what is meant. */
const WORDS_MAX = 8

export interface Respelling {
  q: string
  /** It finds so many more papers that it is what was meant. */
  isCertain: boolean
}

/**
 * Returns another spelling of a query that finds `total` papers, if it finds more, or if no paper has the words that it
 * replaces. `count` counts the papers with all words, without loosening.
 */
export function findRespelling(
  database: Database,
  { q, typing, total, typed }: { q: string; typing?: boolean | undefined; total: number; typed: Condition },
  count: (condition: Condition) => number,
): Respelling | undefined {
  const typedMarks = findMarks(typed)
  // The word beside a letter is often a name, as in "C. elegans"; so is a letter with a star.
  const names = new Set(typedMarks.filter(isName).flatMap(({ words }) => words.map(({ start }) => start)))
  const marks = typedMarks.filter(({ words }) => words.every(({ start }) => !names.has(start)))
  const respell = (rareMax: number) => {
    const suggestion = suggest(database, q, { marks, rareMax })
    const wanted = suggestion && readTypedQuery(suggestion.q, { typing }).wanted
    return { suggestion, found: wanted ? count(wanted) : 0 }
  }
  let { suggestion, found } = respell(RARE_MAX.found)
  if (found === 0 && total === 0) {
    const other = respell(RARE_MAX.notFound)
    if (other.found > 0) ({ suggestion, found } = other)
  }
  const isUnknown = total === 0 && suggestion?.isUnknown === true && marks.length <= WORDS_MAX
  if (!suggestion || (found <= total && !isUnknown)) return undefined
  // A word of another language is not a misspelled English one.
  const isEnglish = guessLanguage(q) === null
  return { q: suggestion.q, isCertain: !typing && isEnglish && found >= CORRECTED_RATIO * total }
}

const isName = ({ words }: Words): boolean =>
  words.some(
    ({ word }) => (words.length > 1 && word.length === 1) || (word.length === 1 + STAR.length && word.endsWith(STAR)),
  )
