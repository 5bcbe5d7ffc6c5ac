import { readGreekName } from '../../text/greek.ts'
import { STAR } from '../../text/words.ts'
import type { Condition, Words } from '../query/condition.ts'
import { guessLanguage } from '../query/language.ts'
import { readTypedQuery } from '../query/typedQuery.ts'
import type { HasPapersOf } from '../query/years.ts'
import { findMarks } from './highlights.ts'
import type { Vocabulary } from './library.ts'
import { editDistance, suggest, type Replaced } from './suggestions.ts'

/** The other spelling is searched at once if it has at least this many times as many hits. */
const CORRECTED_RATIO = 10

/** A misspelled word is in few papers. */
const RARE = { rareMax: 5, editsMax: 2 } as const
/** Where no paper has all words, one in more papers can be misspelled, too. */
const LESS_RARE = { rareMax: 50, editsMax: 1 } as const

/** In a longer question such a word may be right or a name, and the other words find what is meant. */
const WORDS_MAX = 8

/** Many shorter words are one letter away from another word. */
const LETTERS_MIN = 6

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
  { vocabulary, hasPapersOf }: { vocabulary: Vocabulary; hasPapersOf: HasPapersOf },
  { q, typing, total, typed }: { q: string; typing?: boolean | undefined; total: number; typed: Condition },
  count: (condition: Condition) => number,
): Respelling | undefined {
  const typedMarks = findMarks(typed)
  // The word beside a letter is often a name, as in "C. elegans" and "α-tocopheryl"; so is a letter with a star.
  const names = new Set(typedMarks.filter(isName).flatMap(({ words }) => words.map(({ start }) => start)))
  const marks = typedMarks.filter(({ words }) => words.every(({ start }) => !names.has(start)))
  const respell = (limits: typeof RARE | typeof LESS_RARE) => {
    const suggestion = suggest(vocabulary, q, { marks, ...limits })
    const wanted = suggestion && readTypedQuery(suggestion.q, { typing, hasPapersOf }).wanted
    return { suggestion, found: wanted ? count(wanted) : 0 }
  }
  let { suggestion, found } = respell(RARE)
  const isShort = marks.length <= WORDS_MAX
  if (found === 0 && total === 0 && isShort) {
    const other = respell(LESS_RARE)
    if (other.found >= CORRECTED_RATIO) ({ suggestion, found } = other)
  }
  const isUnknown = total === 0 && isShort && suggestion?.replaced.every((one) => isMisspelled(one, q)) === true
  if (!suggestion || (found <= total && !isUnknown)) return undefined
  // A word of another language is not a misspelled English one.
  const isEnglish = guessLanguage(q) === null
  return { q: suggestion.q, isCertain: !typing && isEnglish && found >= CORRECTED_RATIO * total }
}

/**
 * Whether a word is most likely the other one with a wrong letter, even if no paper has the other one with the rest of the
 * query. The first letter is rarely the wrong one, and a word with a capital inside, as "dLNs", is a name.
 */
function isMisspelled({ typed, word, papers, closest }: Replaced, q: string): boolean {
  const isAbbreviation = /\p{Lu}/u.test(typed.slice(1)) && /\p{Ll}/u.test(q)
  return (
    papers === 0 &&
    word.length >= LETTERS_MIN &&
    word[0] === closest[0] &&
    !isAbbreviation &&
    editDistance(word, closest, 1) === 1
  )
}

const isName = ({ words }: Words): boolean =>
  words.some(
    ({ word }) =>
      (words.length > 1 && (word.length === 1 || readGreekName(word) !== undefined)) ||
      (word.length === 1 + STAR.length && word.endsWith(STAR)),
  )
