import {
  compileInterests,
  findFollowedAuthors,
  findKeywords,
  findMutes,
  type CompiledInterests,
  type FollowedAuthor,
  type KeywordMatch,
} from '../../ranking/interests.ts'
import type { Match } from '../../ranking/ranker.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { RankingDay } from './rankingDay.ts'

type Interests = UserRecord['interests']

/** What a match adds to the score. `maybe` is an author of whom only an initial agrees. */
const WEIGHT = { same: 3, maybe: 1, title: 2.5, abstract: 1.5 }
/** The weight of each further match of the same kind in a paper is multiplied by this factor once more. */
const REPEAT_FACTOR = 0.5

/** The keywords and followed authors that the papers at these positions match. */
export function findMatches(day: RankingDay, positions: Iterable<number>, interests: Interests): Match[] {
  if (interests.keywords.length === 0 && interests.authors.length === 0) return []
  const wanted = new Set(positions)
  const compiled = compileInterests(interests)
  return [...findAuthorMatches(compiled, day), ...findKeywords(compiled, day.words()).map(toKeywordMatch)]
    .filter(({ position }) => wanted.has(position))
    .toSorted((one, other) => other.weight - one.weight)
    .map(weakenRepeated())
}

const findAuthorMatches = (compiled: CompiledInterests, day: RankingDay) =>
  findFollowedAuthors(compiled, day.words()).map(toAuthorMatch)

const toAuthorMatch = ({ position, name, match }: FollowedAuthor): Match => ({
  position,
  kind: 'author',
  text: name,
  weight: WEIGHT[match],
  ...(match === 'maybe' && { maybe: true }),
})

const toKeywordMatch = ({ position, written, field }: KeywordMatch): Match => ({
  position,
  kind: 'keyword',
  text: written,
  weight: WEIGHT[field],
  field,
})

function weakenRepeated(): (match: Match) => Match {
  const before = new Map<string, number>()
  return (match) => {
    const key = `${match.kind} ${match.position}`
    const count = before.get(key) ?? 0
    before.set(key, count + 1)
    return { ...match, weight: match.weight * REPEAT_FACTOR ** count }
  }
}

/** Returns a function that tells whether the reader muted the paper at a position. */
export function findMuted(day: RankingDay, interests: Interests): (position: number) => boolean {
  if (interests.muted_terms.length === 0 && interests.muted_authors.length === 0) return () => false
  const muted = findMutes(compileInterests(interests), day.words())
  return (position) => muted.has(position)
}
