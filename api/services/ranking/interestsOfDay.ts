import {
  compileInterests,
  findFollowedAuthors,
  findKeywords,
  findMutes,
  type FollowedAuthor,
  type KeywordMatch,
} from '../../ranking/interests.ts'
import type { Match } from '../../ranking/ranker.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { RankingDay } from './rankingDay.ts'

type Interests = UserRecord['interests']

/** What a match adds to the score, in standard deviations of the model's scores: a followed author comes first. */
const WEIGHT = { author: 3, maybeAuthor: 1, keywordInTitle: 1.5, keywordInAbstract: 1 }
/** A further match of the same kind in one paper counts half as much as the one before. */
const REPEATED = 0.5

/** What is known of the day from the reader's interests. */
export interface InterestsOfDay {
  matches: Match[]
  /** Whether the reader muted the paper at a position. */
  isMuted: (position: number) => boolean
}

/** The keywords, typed topics and followed authors that papers of the day match, and which papers are muted. */
export function findInterests(day: RankingDay, interests: Interests, topics: readonly string[] = []): InterestsOfDay {
  if ([...Object.values(interests), topics].every((list) => list.length === 0))
    return { matches: [], isMuted: () => false }
  const compiled = compileInterests(interests)
  const words = day.words()
  const mutes = findMutes(compiled, words)
  const matches = [
    ...findFollowedAuthors(compiled, words).map(toAuthorMatch),
    ...findKeywords(compiled, words).map(toKeywordMatch),
    ...findKeywords(compileInterests({ ...NO_INTERESTS, keywords: [...topics] }), words).map(toTopicMatch),
  ].toSorted((one, other) => other.weight - one.weight)
  const found = new Map<string, number>()
  for (const match of matches) {
    const key = `${match.position} ${match.kind}`
    const before = found.get(key) ?? 0
    found.set(key, before + 1)
    match.weight *= REPEATED ** before
  }
  return { matches, isMuted: (position) => mutes.has(position) }
}

const toKeywordMatch = ({ position, written, field }: KeywordMatch): Match => ({
  position,
  kind: 'keyword',
  text: written,
  field,
  weight: field === 'title' ? WEIGHT.keywordInTitle : WEIGHT.keywordInAbstract,
})

const NO_INTERESTS: Interests = { keywords: [], authors: [], muted_terms: [], muted_authors: [] }

/** Named as the reader typed it. */
const toTopicMatch = (match: KeywordMatch): Match => {
  const { position, weight } = toKeywordMatch(match)
  return { position, kind: 'typed_topic', text: match.keyword, weight }
}

const toAuthorMatch = ({ position, name, match }: FollowedAuthor): Match => ({
  position,
  kind: 'author',
  text: name,
  weight: match === 'same' ? WEIGHT.author : WEIGHT.maybeAuthor,
  ...(match === 'maybe' && { maybe: true }),
})
