import { keepLastByName } from '../../platform/keepLast.ts'
import { indexWords, readPaperWords, type DayWords } from '../../ranking/dayWords.ts'
import { indexDay, type DayIndex, type DayPaper } from '../../ranking/ranker.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import { findRankingPapers, findRankingPapersOf, type RankingFields } from '../../store/papers/rankingPapers.ts'
import { archiveOf } from '../../text/taxonomy/taxonomy.ts'
import { featurePapers } from './featuredPapers.ts'
import { readVocabulary, spaceOf, type Vocabulary } from './vocabulary.ts'

/** The papers of a day, prepared for the ranking once for all readers. A paper is known by its position. */
export interface RankingDay {
  /** Seed of what is chosen at random for each reader. */
  name: string
  papers: readonly RankingFields[]
  positions: ReadonlyMap<string, number>
  index: DayIndex
  /** The words of all papers, read at the first call. */
  words: () => DayWords
  vocabulary: Vocabulary
  /**
   * Positions of the papers that were announced for the first time on this day and never again, by no source, except by
   * feeds alone: next-door candidates.
   */
  firstSeen: readonly number[]
}

/** Days kept in memory: the newest one, and some that are delivered late. */
const DAYS_KEPT = 3
const keepDay = keepLastByName<RankingDay>(DAYS_KEPT)

/**
 * The day's papers with their features. Kept in memory until a paper of the library changes or the vocabulary is
 * replaced: hold the result while many readers are ranked.
 */
export async function readRankingDay(day: string): Promise<RankingDay> {
  // The papers of the day are counted, too: numbers are assigned before papers are written, so that a new one may become
  // visible below the newest number.
  const [seq, count, vocabulary] = await Promise.all([findNewestSeq(), countAnnounced(day), readVocabulary()])
  const key = `${seq} ${count} ${vocabulary.frequencies.version} ${spaceOf(vocabulary)}`
  return keepDay(day, key, async () => prepare(day, await findRankingPapersOf(day)))
}

/** Any papers of the library prepared like a day, for an order over several days. */
export async function prepareRanking(name: string, ids: readonly string[]): Promise<RankingDay> {
  return prepare(name, [...(await findRankingPapers(ids)).values()])
}

async function prepare(name: string, found: RankingFields[]): Promise<RankingDay> {
  const papers = found.toSorted(byTime)
  const featured = await featurePapers(papers)
  const withText = papers.flatMap(({ title, abstract, authors }, position): DayPaper[] => {
    const paper = featured[position]
    return paper ? [{ ...paper, title, abstract, names: authors.map((author) => author.name) }] : []
  })
  const vocabulary = await readVocabulary()
  let words: DayWords | undefined
  return {
    name,
    papers,
    positions: new Map(papers.map(({ _id }, position) => [_id, position])),
    index: indexDay(withText, vocabulary.frequencies),
    words: () =>
      (words ??= indexWords(
        withText.map(({ title, abstract, names }) => readPaperWords({ title, abstract, authors: names })),
      )),
    vocabulary,
    firstSeen: papers.flatMap((paper, position) => (isFirstSeen(paper) ? [position] : [])),
  }
}

/** One with several records may have been announced before, as another one of them. */
function isFirstSeen({ announcements, former_days = [], record_ids, withdrawn, categories }: RankingFields): boolean {
  const isNew = announcements.length === 1 && announcements[0]?.type === 'new'
  return isNew && former_days.length === 0 && record_ids === undefined && !withdrawn && !isOfFeeds(categories)
}

/** Whether feeds alone have it: their texts are for those who follow them. */
export const isOfFeeds = (categories: readonly string[]): boolean =>
  categories.length > 0 && categories.every((code) => archiveOf(code) === 'feed')

/** Newest first, like an unranked list of the day; papers without a time come last. */
const byTime = (one: RankingFields, other: RankingFields) =>
  timeOf(other) - timeOf(one) || (one._id < other._id ? -1 : 1)

const timeOf = ({ published_at, announced_on }: RankingFields) =>
  published_at?.getTime() ?? (announced_on === null ? 0 : Date.parse(announced_on))
