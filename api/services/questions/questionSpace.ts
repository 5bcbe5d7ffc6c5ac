import { dayIn, now } from '../../platform/clock.ts'
import { keepLast } from '../../platform/keepLast.ts'
import { log } from '../../platform/log.ts'
import {
  askQuestion,
  indexQuestionBackground,
  JUDGED_MAX,
  type AskedQuestion,
  type QuestionPaper,
  type QuestionSpace,
} from '../../ranking/questions/question.ts'
import { countTerms } from '../../ranking/ranker.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import type { JudgementRecord } from '../../store/readers/questionExamples.ts'
import { embedText } from '../nearness/vectors.ts'
import type { Product } from '../product.ts'
import { drawPapers } from '../ranking/backgroundPapers.ts'
import { featureOne, featurePapers, type FeatureSource } from '../ranking/featuredPapers.ts'
import { readTerms } from '../ranking/paperTerms.ts'
import { readVocabulary, spaceOf, type Vocabulary } from '../ranking/vocabulary.ts'

/** Random papers that all questions are measured against. */
const SIZE = 1_000
/** In ms: after this a question is asked by words alone. */
const ENCODING_MS = 10_000

/** What questions are asked with: it changes with the vocabulary, and with the kind of the vectors. */
export interface Space extends QuestionSpace {
  vocabulary: Vocabulary
}

const keepSpace = keepLast<Space>()

/** The vocabulary in force, and random papers of the last 90 days. Drawn anew each day, the same in all processes. */
export async function readSpace(): Promise<Space> {
  const day = dayIn('UTC', now())
  const vocabulary = await readVocabulary()
  const key = `${day} ${vocabulary.frequencies.version} ${spaceOf(vocabulary)}`
  return keepSpace(key, () => drawSpace(day, vocabulary))
}

async function drawSpace(day: string, vocabulary: Vocabulary): Promise<Space> {
  const papers = await drawPapers(day, SIZE)
  const background = indexQuestionBackground(await readQuestionPapers(papers))
  return { vocabulary, frequencies: vocabulary.frequencies, background }
}

/** Papers as questions are asked of them, in their order. */
export async function readQuestionPapers(papers: readonly FeatureSource[]): Promise<QuestionPaper[]> {
  const [featured, terms] = [await featurePapers(papers), await readTerms(papers)]
  return featured.flatMap(({ id, vector, space }) => {
    const own = terms.get(id)
    return own === undefined ? [] : [{ id, terms: own, vector, space }]
  })
}

/** The question as its reader has taught it: `judged` are their judgements, the newest first. */
export async function readAsked(
  product: Pick<Product, 'embedding'>,
  text: string,
  { judged, space }: { judged: readonly JudgementRecord[]; space: Space },
): Promise<AskedQuestion> {
  const newest = judged.slice(0, JUDGED_MAX)
  const stored = await findRankingPapers(newest.map(({ paper_id }) => paper_id))
  const papers = new Map((await readQuestionPapers([...stored.values()])).map((paper) => [paper.id, paper]))
  const examples = newest.flatMap(({ paper_id, value }) => {
    const paper = papers.get(paper_id)
    return paper === undefined ? [] : [{ paper, isAnswer: value === 'yes' }]
  })
  const meaning = await readMeaning(product, text, space.vocabulary)
  return askQuestion({ text, meaning }, examples, space)
}

/** The direction of a question among the vectors in use; null while there are none. */
async function readMeaning(product: Pick<Product, 'embedding'>, text: string, vocabulary: Vocabulary) {
  if (vocabulary.model === null) {
    const terms = countTerms({ title: '', abstract: text })
    const { vector, space } = featureOne({ _id: '', authors: [], categories: [] }, terms, vocabulary)
    return vector && space !== null ? { vector, space } : null
  }
  try {
    const read = await embedText(product, { text, kind: 'question' }, AbortSignal.timeout(ENCODING_MS))
    return read?.model === vocabulary.model ? { vector: read.vector, space: read.model } : null
  } catch (error) {
    // Recovered: the question is asked by words, and its answers say so. The health check shows the problem.
    log.warn({ error }, 'a question could not be encoded and is asked by words')
    return null
  }
}
