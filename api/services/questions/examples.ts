import { QUESTION_EXAMPLES } from '../../contract/limits.ts'
import type { QuestionExamples } from '../../contract/questions.ts'
import { probabilityFor } from '../../ranking/questions/question.ts'
import { termWords } from '../../ranking/ranker.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { findJudgements } from '../../store/readers/questionExamples.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { readMeaning } from '../nearness/textMeaning.ts'
import type { Product } from '../product.ts'
import { findMuteCauses } from '../delivery/mutes.ts'
import { readAsked, readQuestionPapers, readSpace } from './questionSpace.ts'
import { requireQuestion } from './questions.ts'

/** Papers found by words, and by meaning, that the examples are chosen from. */
const FOUND = 60
/** Places of the examples in the order of the found papers: most of the best, some that only come near. */
const PLACES = [0, 1, 2, 3, 4, 6, 9, 13, 18, 25]

/**
 * Papers of the whole library for the reader to judge: those that were judged stay first, in the order of judging, and
 * others are added up to ten. Throws "not-found" for an unknown question, and "unavailable" when the index does not answer.
 */
export async function getExamples(
  product: Pick<Product, 'index' | 'embedding' | 'nearest'>,
  user: UserRecord,
  id: string,
): Promise<QuestionExamples> {
  const question = await requireQuestion(user, id)
  const judged = (await findJudgements(user._id, [id])).get(id) ?? []
  const space = await readSpace()
  const asked = await readAsked(product, question.text, { judged, space })
  const known = new Set(judged.map(({ paper_id }) => paper_id))
  const found = await findCandidates(product, question.text)
  const stored = await findRankingPapers(found.filter((one) => !known.has(one)))
  const muted = await findMuteCauses(
    user,
    [...stored.values()].map((paper) => ({ ...paper, id: paper._id })),
  )
  const unmuted = [...stored.values()].filter(
    (paper) => paper.joined_into === undefined && !paper.withdrawn && !muted.has(paper._id),
  )
  const ordered = (await readQuestionPapers(unmuted))
    .map((paper) => ({ id: paper.id, probability: probabilityFor(asked, paper) }))
    .toSorted((one, other) => other.probability - one.probability || (one.id < other.id ? -1 : 1))
  const examples = judged.filter(({ shown }) => !shown).toReversed()
  const wanted = Math.max(0, QUESTION_EXAMPLES - examples.length)
  const places = [...new Set([...PLACES, ...ordered.keys()])].slice(0, ordered.length)
  const chosen = places
    .flatMap((place) => ordered[place] ?? [])
    .slice(0, wanted)
    .map((one) => ({ id: one.id, value: null }))
  const all = [...examples.map(({ paper_id, value }) => ({ id: paper_id, value })), ...chosen]
  const papers = await findPapers(all.map((one) => one.id))
  const items = all.flatMap(({ id: paperId, value }) => {
    const paper = papers.get(paperId)
    return paper === undefined ? [] : [{ paper, value }]
  })
  return { items, total: items.length, by_words: asked.measured.meaning === null }
}

async function findCandidates(
  { index, ...product }: Pick<Product, 'index' | 'embedding' | 'nearest'>,
  text: string,
): Promise<string[]> {
  // Quoted, so that a word of the query language is searched as a word.
  const q = termWords(text)
    .map((word) => `"${word.replaceAll('"', ' ')}"`)
    .join(' OR ')
  const [found, meaning] = await Promise.all([
    index.search({ q, limit: FOUND, as_typed: true }),
    readMeaning(product, { text, kind: 'question' }),
  ])
  const near = meaning === null || meaning === 'late' ? [] : meaning.findNearest(FOUND)
  return [...new Set([...found.hits.map(({ id }) => id), ...near.map(({ id }) => id)])]
}
