import type { QuestionPaper } from '../../ranking/questions/question.ts'
import { readDay, type DayPapers } from '../delivery/dayPapers.ts'
import { isOfFeeds, readRankingDay, type RankingDay } from '../ranking/rankingDay.ts'
import { readTerms } from '../ranking/paperTerms.ts'

/** A paper of a day as questions are asked of it. */
export interface AskedPaper extends QuestionPaper {
  category_ids: readonly string[]
  /** Only feeds have it: its text is for those who follow them. */
  isOfFeeds: boolean
}

/** The papers that are new on a day, read once for all questions. */
export interface AskedDay {
  day: string
  papers: readonly AskedPaper[]
  dayPapers: DayPapers
}

/** Of the last days that were read, with the features they belong to: reading 1,500 papers takes 0.2 s. */
const kept = new WeakMap<RankingDay, Promise<AskedDay>>()

/** Reads the papers that were announced on `day` as new: no new versions, and no old papers cross-listed. */
export async function readAskedDay(day: string): Promise<AskedDay> {
  const ranking = await readRankingDay(day)
  const known = kept.get(ranking)
  if (known !== undefined) return known
  const read = prepare(day, ranking)
  kept.set(ranking, read)
  // The next call tries again.
  read.catch(() => kept.delete(ranking))
  return read
}

async function prepare(day: string, { papers, index }: RankingDay): Promise<AskedDay> {
  const dayPapers = await readDay(day)
  const terms = await readTerms(papers)
  const featured = new Map(index.papers.map((paper) => [paper.id, paper]))
  const asked = dayPapers.papers.flatMap(({ id, category_ids, sortFor }) => {
    const [own, paper] = [terms.get(id), featured.get(id)]
    if (own === undefined || paper === undefined || sortFor(new Set(category_ids)) !== 'candidate') return []
    const { vector, space, categories } = paper
    return { id, terms: own, vector, space, category_ids, isOfFeeds: isOfFeeds(categories) }
  })
  return { day, papers: asked, dayPapers }
}
