import type { AllAnswers, QuestionAnswer, QuestionDay } from '../../contract/questions.ts'
import type { Paper } from '../../contract/papers.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findAnnouncementDays, findPapers } from '../../store/papers/papers.ts'
import {
  findDaysAround,
  findQuestionDays,
  findShownIds,
  type QuestionDayRecord,
  type StoredAnswer,
} from '../../store/readers/questionDays.ts'
import { findJudgements, type JudgementRecord } from '../../store/readers/questionExamples.ts'
import { findQuestions, type QuestionRecord } from '../../store/readers/questions.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { sourcesOf, withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import type { Product } from '../product.ts'
import { findMuteCauses } from '../delivery/mutes.ts'
import { answerQuestions } from './answering.ts'
import { describeQuestion, requireQuestion } from './questions.ts'

/** What one question found on `day`, by default on the newest one of the reader; it is asked first where it is due. */
export async function getAnswers(
  product: Pick<Product, 'embedding'>,
  user: UserRecord,
  { id, day: wanted }: { id: string; day?: string | undefined },
): Promise<QuestionDay> {
  const question = await requireQuestion(user, id)
  const day = wanted ?? (await findNewestDay(user))
  if (day === null) return NO_DAY
  const [found] = await readDay(product, user, { day, questions: [question] })
  return { ...(found ?? NO_DAY), ...(await findDaysAround(id, day)) }
}

/** What all questions of the reader found on `day`, in their order; paused ones only where they were asked. */
export async function getAllAnswers(
  product: Pick<Product, 'embedding'>,
  user: UserRecord,
  { day: wanted }: { day?: string | undefined },
): Promise<AllAnswers> {
  const questions = await findQuestions(user._id)
  const day = wanted ?? (await findNewestDay(user))
  if (day === null || questions.length === 0) return { day, items: [], total: 0 }
  const items = await readDay(product, user, { day, questions })
  return { day, items, total: items.length }
}

async function findNewestDay({ category_ids }: UserRecord): Promise<string | null> {
  const [day = null] = await findAnnouncementDays(1, sourcesOf(category_ids))
  return day
}

const NO_DAY: QuestionDay = { day: null, asked: false, papers: 0, answers: [], near: [], by_words: false }

async function readDay(
  product: Pick<Product, 'embedding'>,
  user: UserRecord,
  { day, questions }: { day: string; questions: readonly QuestionRecord[] },
) {
  await answerQuestions(product, user, { day, questions })
  const ids = questions.map(({ _id }) => _id)
  const [days, judgements] = await Promise.all([findQuestionDays(ids, day), findJudgements(user._id, ids)])
  const stored = [...days.values()].flatMap(({ answers, near }) => [...answers, ...near])
  const papers = await findPapers(stored.map(({ paper_id }) => paper_id))
  return Promise.all(
    questions.map(async (question) => {
      const found = days.get(question._id)
      const judged = judgements.get(question._id) ?? []
      const own = { question: describeQuestion(question, judged) }
      if (found === undefined) return { ...NO_DAY, day, ...own }
      return { ...own, ...(await describeDay(found, { user, papers, judged })) }
    }),
  )
}

interface Shown {
  user: Pick<UserRecord, '_id' | 'category_ids' | 'interests'>
  papers: ReadonlyMap<string, Paper>
  judged: readonly JudgementRecord[]
}

/**
 * The stored papers as they are now: without those that left the library and those that the reader has muted since, and
 * each once, also when two of them turned out to be one paper.
 */
async function describeDay(found: QuestionDayRecord, { user, papers, judged }: Shown): Promise<QuestionDay> {
  const { question_id, day, answers, near, asked, by_words } = found
  const ids = [...answers, ...near].map(({ paper_id }) => paper_id)
  const { recordsOf, withRecords } = await findAliases(ids)
  const earlier = await findShownIds(question_id, withRecords(ids), { before: day })
  const wanted = withCanonicalIds(user.category_ids)
  const muted = await findMuteCauses(
    user,
    ids.flatMap((id) => papers.get(id) ?? []),
  )
  const listed = new Set<string>()
  const valueOf = (id: string) => judged.find(({ paper_id }) => recordsOf(id).includes(paper_id))?.value ?? null
  const toAnswer = ({ paper_id, probability }: StoredAnswer): QuestionAnswer[] => {
    const paper = papers.get(paper_id)
    if (paper === undefined || listed.has(paper.id) || recordsOf(paper_id).some((id) => earlier.has(id))) return []
    if (muted.has(paper.id)) return []
    listed.add(paper.id)
    const outside = !paper.categories.some((category) => wanted.has(category))
    return [{ paper, value: valueOf(paper_id), probability, outside }]
  }
  return { day, asked: true, papers: asked, answers: answers.flatMap(toAnswer), near: near.flatMap(toAnswer), by_words }
}
