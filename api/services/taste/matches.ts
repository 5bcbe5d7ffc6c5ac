import type { RankingFields } from '../../store/papers/rankingPapers.ts'
import { isMuted, rank, type RankingPaper } from '../../ranking/rank.ts'
import type { Match } from '../../ranking/ranker.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { RankingDay } from './rankingDay.ts'

type Interests = UserRecord['interests']

/** What a match adds to the score; a further one of the same kind half as much as the one before. */
const WEIGHT = { author: 3, keyword: 1.5 }

/** The keywords and followed authors that the papers at these positions match. */
export function findMatches(day: RankingDay, positions: Iterable<number>, interests: Interests): Match[] {
  if (interests.keywords.length === 0 && interests.authors.length === 0) return []
  const papers = [...positions].flatMap((position) => toRankingPaper(day.papers[position]) ?? [])
  return rank(papers, { category_ids: [], interests: { ...interests, muted_terms: [], muted_authors: [] } }).flatMap(
    ({ id, reasons }) => {
      const found = { keyword: 0, author: 0 }
      return reasons.flatMap(({ kind, text }): Match[] =>
        kind === 'keyword' || kind === 'author'
          ? [{ position: day.positions.get(id) ?? 0, kind, text, weight: WEIGHT[kind] * 0.5 ** found[kind]++ }]
          : [],
      )
    },
  )
}

/** Returns a function that tells whether the reader muted the paper at a position. */
export function findMuted(day: RankingDay, interests: Interests): (position: number) => boolean {
  if (interests.muted_terms.length === 0 && interests.muted_authors.length === 0) return () => false
  return (position) => {
    const paper = toRankingPaper(day.papers[position])
    return paper !== null && isMuted(paper, interests)
  }
}

const toRankingPaper = (paper: RankingFields | undefined): RankingPaper | null =>
  paper === undefined ? null : { ...paper, id: paper._id, authors: paper.authors.map(({ name }) => name) }
