import type { Paper } from '../../contract/papers.ts'
import type { Reason } from '../../contract/reasons.ts'
import { findCategoryNames } from '../../store/papers/categories.ts'
import type { Aliases } from '../../store/papers/joins.ts'
import { findTopicsOfPapers, type TopicOfPaper } from '../../store/papers/paperFacts.ts'
import type { Reader } from '../../store/readers/users.ts'
import { archiveOf, canonicalId, isJournalCode, isHashCode } from '../../text/taxonomy/taxonomy.ts'
import { indexWords, readPaperWords } from '../../ranking/dayWords.ts'
import { compileInterests, findKeywords } from '../../ranking/interests.ts'
import { findSaidOfAuthors } from './authorReasons.ts'
import { findCitesReasons } from './citesReasons.ts'
import { shortName, topicIdsOf } from './followedTopics.ts'

/** Returns the reasons of a card that are true now, from the stored ones. */
export type TrueReasons = (stored: readonly Reason[], paper: Paper) => Reason[]

export interface ReasonsWanted {
  reader: Reader
  paper_ids: readonly string[]
}

/** As `findAllTrueReasons`, for the cards of one reader. */
export async function findTrueReasons(
  reader: Reader,
  paperIds: readonly string[],
  known?: Aliases,
): Promise<TrueReasons> {
  const [reasonsOf] = await findAllTrueReasons([{ reader, paper_ids: paperIds }], known)
  return reasonsOf!
}

/**
 * For the papers of each reader, a function that returns the reasons of a card which are true now: the stored ones that
 * still are, then the topics which the reader follows and the paper is in, and that it cites papers of the reader. These are not
 * stored with the card: they are no part of its score. One read for all. The aliases of the papers are read if not `known`.
 */
export async function findAllTrueReasons(wanted: readonly ReasonsWanted[], known?: Aliases): Promise<TrueReasons[]> {
  const withTopics = wanted.filter(({ reader }) => topicIdsOf(reader).length > 0)
  const paperIds = [...new Set(withTopics.flatMap(({ paper_ids }) => paper_ids))]
  const topicIds = [...new Set(withTopics.flatMap(({ reader }) => topicIdsOf(reader)))]
  const topics = paperIds.length > 0 ? await findTopicsOfPapers(paperIds, topicIds) : new Map<string, TopicOfPaper[]>()
  const saidOf = await findSaidOfAuthors(wanted)
  const citesOf = await findCitesReasons(wanted, known)
  const made = new Set(wanted.flatMap(({ reader }) => reader.category_ids.filter(isHashCode)))
  const names = made.size > 0 ? await findCategoryNames([...made]) : new Map<string, string>()
  return wanted.map(({ reader }) => (stored, paper) => [
    ...saidOf(reader, paper, stored.filter(isTrueOf(paper, reader))).map((reason) => withName(reason, paper, names)),
    ...toTopicReasons(topics.get(paper.id) ?? [], reader),
    ...citesOf(reader, paper.id),
  ])
}

/** Reasons whose text is the code of a category. */
const CATEGORY_KINDS: ReadonlySet<Reason['kind']> = new Set(['category', 'explore', 'next_door'])

/** What others follow, by its archive. */
const UNNAMED: Readonly<Record<string, string>> = { feed: 'a feed', openreview: 'OpenReview', pubmed: 'PubMed' }

/** A journal, a query, a feed and a venue are said by their names, not by their codes. */
function withName(reason: Reason, { venue }: Paper, names: ReadonlyMap<string, string>): Reason {
  if (!CATEGORY_KINDS.has(reason.kind) || !(isJournalCode(reason.text) || isHashCode(reason.text))) return reason
  const name = names.get(reason.text) ?? venue?.name
  if (name !== undefined) return { ...reason, text: shortName(name) }
  // What others follow has no name for this reader.
  return isJournalCode(reason.text) ? reason : { ...reason, text: UNNAMED[archiveOf(reason.text)] ?? reason.text }
}

/** In the order in which the reader follows them. */
const toTopicReasons = (topics: readonly TopicOfPaper[], { _id, category_ids }: Reader): Reason[] =>
  topics.length === 0
    ? []
    : category_ids.flatMap((id) => {
        const topic = topics.find((one) => one._id === id)
        // Also if the id of another reader's topic had come into the list.
        if (topic === undefined || (topic.owner_id !== null && topic.owner_id !== _id)) return []
        return { kind: topic.query == null ? 'category' : 'topic', text: shortName(topic.name) }
      })

/**
 * Whether a stored reason is true: of a category that the reader follows, of an author of the paper, and of words that
 * are in it. A later version of a paper may have other authors and words.
 */
function isTrueOf(paper: Paper, { category_ids }: Reader): (reason: Reason) => boolean {
  const followed = new Set(category_ids.map(canonicalId))
  const isRevised = (paper.version ?? 1) > 1
  return ({ kind, text }) => {
    if (kind === 'category') return followed.has(canonicalId(text))
    if (!isRevised) return true
    if (kind === 'author') return paper.authors.some(({ name }) => name === text)
    return (kind !== 'term' && kind !== 'keyword' && kind !== 'typed_topic') || contains(paper, text)
  }
}

/** Whether the title or the abstract has these words in a row, in any of their forms. */
function contains({ title, abstract }: Paper, text: string): boolean {
  const wanted = compileInterests({ keywords: [text], authors: [], muted_terms: [], muted_authors: [] })
  return findKeywords(wanted, indexWords([readPaperWords({ title, abstract, authors: [] })])).length > 0
}
