import {
  compileInterests,
  findFollowedAuthors,
  findKeywords,
  findMutedAuthors,
  findMutes,
  type FollowedAuthor,
  type KeywordMatch,
} from '../../ranking/interests.ts'
import type { Verdict } from '../../ranking/people/person.ts'
import type { Match } from '../../ranking/ranker.ts'
import type { Reader, UserRecord } from '../../store/readers/users.ts'
import { BY_NAME, judgeAuthors, type VerdictOf } from './judgeAuthors.ts'
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

/** Whether authors of the day are the persons that a reader follows and mutes. */
export interface PeopleOfDay {
  followed: VerdictOf
  muted: VerdictOf
}
export const NAMES_ALONE: PeopleOfDay = { followed: BY_NAME, muted: BY_NAME }

/** Tells the persons that the reader follows and mutes from namesakes on the papers of the day. */
export async function findPeople(day: RankingDay, reader: Pick<Reader, '_id' | 'interests'>): Promise<PeopleOfDay> {
  const { authors, muted_authors } = reader.interests
  if (authors.length + muted_authors.length === 0) return NAMES_ALONE
  const compiled = compileInterests(reader.interests)
  const named = (found: readonly FollowedAuthor[]) =>
    found.map(({ author, position, name }) => ({ author, paper_id: day.papers[position]?._id ?? '', name }))
  return {
    followed: await judgeAuthors(reader, named(findFollowedAuthors(compiled, day.words()))),
    muted: await judgeAuthors(reader, named(findMutedAuthors(compiled, day.words())), { onlySaid: true }),
  }
}

interface Wishes {
  interests: Interests
  topics?: readonly string[]
  people: PeopleOfDay
}

/** The keywords, typed topics and followed authors that papers of the day match, and which papers are muted. */
export function findInterests(day: RankingDay, { interests, topics = [], people }: Wishes): InterestsOfDay {
  if ([...Object.values(interests), topics].every((list) => list.length === 0))
    return { matches: [], isMuted: () => false }
  const compiled = compileInterests(interests)
  const words = day.words()
  const idOf = (position: number) => day.papers[position]?._id ?? ''
  const mutes = findMutes(
    compiled,
    words,
    (author, position) => people.muted(author, idOf(position))?.outcome === 'other',
  )
  const authors = findFollowedAuthors(compiled, words).flatMap((found) =>
    toAuthorMatch(found, people.followed(found.author, idOf(found.position))),
  )
  const matches = [
    ...bestOfEach(authors),
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

/** Nothing for a namesake. One that is not known counts as its name does, and the reader is asked. */
function toAuthorMatch({ author, position, name, match }: FollowedAuthor, verdict: Verdict | null): Match[] {
  if (verdict?.outcome === 'other') return []
  const isUnsure = verdict?.outcome === 'unsure'
  const isSure = verdict !== null && !isUnsure && verdict.by !== 'rare_name'
  const isSame = match === 'same' || isSure
  return [
    {
      position,
      kind: 'author',
      text: name,
      weight: isSame ? WEIGHT.author : WEIGHT.maybeAuthor,
      ...((!isSame || isUnsure) && { maybe: true }),
      ...(isUnsure && { followed: author }),
    },
  ]
}

/** Each author of a paper once, as the entry of the reader that it matches best. */
function bestOfEach(matches: readonly Match[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of matches.toSorted((one, other) => rankOf(other) - rankOf(one))) {
    const key = `${match.position} ${match.text}`
    if (!best.has(key)) best.set(key, match)
  }
  return [...best.values()]
}

const rankOf = ({ weight, maybe }: Match) => weight - (maybe ? 0.5 : 0)
