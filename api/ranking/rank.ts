import type { AnnounceType, Reason } from '../contract/papers.ts'
import type { Interests } from '../contract/users.ts'
import { canonicalCategory } from '../text/taxonomy/taxonomy.ts'
import { indexWords, readPaperWords } from './dayWords.ts'
import {
  compileInterests,
  findFollowedAuthors,
  findKeywords,
  findMutes,
  type FollowedAuthor,
  type KeywordMatch,
} from './interests.ts'

/** The fields of a paper that the ranking uses. */
export interface RankingPaper {
  id: string
  title: string
  abstract: string
  authors: readonly string[]
  categories: readonly string[]
  primary_category: string | null
  announce_type: AnnounceType | null
  announced_on: string | null
  published_at: Date | null
}

/** The fields of a reader that the ranking uses. */
export interface ReaderProfile {
  category_ids: readonly string[]
  interests: Interests
}

export interface RankedPaper {
  id: string
  score: number
  /** The matches that contributed to the score, highest weight first. Empty when nothing in the profile matches. */
  reasons: Reason[]
}

/** Score of each kind of match. A followed author outweighs a keyword, and a keyword outweighs a category. */
const WEIGHT = {
  author: 3,
  maybeAuthor: 1,
  keywordInTitle: 2.5,
  keywordInAbstract: 1.5,
  primary: 1,
  crossListed: 0.5,
  recency: 0.1,
}
/** The weight of each further match of the same kind is multiplied by this factor once more. */
const REPEAT_FACTOR = 0.5
/** Half-life of the recency bonus, in days. */
const RECENCY_HALF_DAYS = 3
const DAY_MS = 86_400_000

/**
 * Returns the candidates sorted by score, best first, without the muted ones. Equal scores are sorted newest first,
 * then by id. Deterministic: uses neither the current time nor random numbers, and ignores the order of the input.
 */
export function rank(candidates: readonly RankingPaper[], reader: ReaderProfile): RankedPaper[] {
  const interests = compileInterests(reader.interests)
  const day = indexWords(candidates.map(readPaperWords))
  const mutes = findMutes(interests, day)
  const matches = Map.groupBy(
    [...findFollowedAuthors(interests, day).map(toAuthorReason), ...findKeywords(interests, day).map(toKeywordReason)],
    ({ position }) => position,
  )
  const categories = new Set(reader.category_ids.map(toCanonical))
  const kept = [...candidates.entries()].filter(([position]) => !mutes.has(position))
  const newest = kept.reduce((latest, [, paper]) => Math.max(latest, dateOf(paper)), -Infinity)
  return kept
    .map(([position, paper]) => {
      const found = [...findCategory(paper, categories), ...(matches.get(position) ?? [])]
      return { paper, ranked: score(paper, found, newest) }
    })
    .sort(
      (one, other) =>
        other.ranked.score - one.ranked.score ||
        dateOf(other.paper) - dateOf(one.paper) ||
        (one.paper.id < other.paper.id ? -1 : Number(one.paper.id > other.paper.id)),
    )
    .map(({ ranked }) => ranked)
}

function score(paper: RankingPaper, found: WeightedReason[], newest: number): RankedPaper {
  found.sort((one, other) => other.weight - one.weight)
  const matchesOfKind = new Map<Reason['kind'], number>()
  let total = 0
  for (const { reason, weight } of found) {
    const before = matchesOfKind.get(reason.kind) ?? 0
    matchesOfKind.set(reason.kind, before + 1)
    total += weight * REPEAT_FACTOR ** before
  }
  const date = dateOf(paper)
  if (Number.isFinite(date)) total += WEIGHT.recency * 0.5 ** ((newest - date) / DAY_MS / RECENCY_HALF_DAYS)
  return { id: paper.id, score: total, reasons: found.map(({ reason }) => reason) }
}

interface WeightedReason {
  reason: Reason
  weight: number
}

/** Returns at most one category: the primary one if the reader follows it, else the first cross-listed one. */
function findCategory(paper: RankingPaper, categories: ReadonlySet<string>): WeightedReason[] {
  const primary = paper.primary_category === null ? null : toCanonical(paper.primary_category)
  if (primary !== null && categories.has(primary))
    return [{ reason: { kind: 'category', text: primary }, weight: WEIGHT.primary }]
  const crossListed = paper.categories.map(toCanonical).find((category) => categories.has(category))
  return crossListed === undefined
    ? []
    : [{ reason: { kind: 'category', text: crossListed }, weight: WEIGHT.crossListed }]
}

type PositionedReason = WeightedReason & { position: number }

const toKeywordReason = ({ position, written, field }: KeywordMatch): PositionedReason => ({
  position,
  reason: { kind: 'keyword', text: written, field },
  weight: field === 'title' ? WEIGHT.keywordInTitle : WEIGHT.keywordInAbstract,
})

const toAuthorReason = ({ position, name, match }: FollowedAuthor): PositionedReason => ({
  position,
  reason: { kind: 'author', text: name, ...(match === 'maybe' && { maybe: true }) },
  weight: match === 'same' ? WEIGHT.author : WEIGHT.maybeAuthor,
})

/** Returns the canonical arXiv category, or `code` itself if it is not an arXiv category (topics, other sources). */
const toCanonical = (code: string): string => canonicalCategory(code) ?? code

/** Announcement or publication date in milliseconds since the epoch; -Infinity when the paper has neither. */
function dateOf({ announced_on, published_at }: RankingPaper): number {
  if (announced_on !== null) return Date.parse(announced_on)
  return published_at?.getTime() ?? -Infinity
}
