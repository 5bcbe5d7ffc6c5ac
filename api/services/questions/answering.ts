import { setImmediate as nextTurn } from 'node:timers/promises'
import { QUESTION_ANSWERS_MAX, QUESTION_NEAR_MAX } from '../../contract/limits.ts'
import { barFor, EXAMPLES_NEEDED, probabilityFor } from '../../ranking/questions/question.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import { findAliases } from '../../store/papers/joins.ts'
import {
  deleteQuestionDays,
  findQuestionDays,
  findShownIds,
  saveQuestionDay,
  type QuestionDayRecord,
  type StoredAnswer,
} from '../../store/readers/questionDays.ts'
import { findJudgements, type JudgementRecord } from '../../store/readers/questionExamples.ts'
import { isQuestionStored, type QuestionRecord } from '../../store/readers/questions.ts'
import type { Reader } from '../../store/readers/users.ts'
import { withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { findMuted } from '../delivery/candidates.ts'
import type { Product } from '../product.ts'
import { readAskedDay, type AskedDay } from './questionDay.ts'
import { readAsked, readSpace } from './questionSpace.ts'

/** A paper comes near if it is at least so likely, as a part of the bar. */
const NEAR_SHARE = 0.1
/** Papers beside those that are shown that are checked for having been shown on another day. */
const SPARE = 20

/**
 * Asks the reader's questions of the papers of `day`, and stores what they find. A question that was asked of all papers
 * of the day is not asked again; else new answers are added to the stored ones, which stay: what a reader was shown does
 * not change. No paper is an answer to a question on two days. Safe to repeat and to call concurrently. Returns how many
 * answers were added.
 */
export async function answerQuestions(
  product: Pick<Product, 'embedding'>,
  reader: Reader,
  { day, questions }: { day: string; questions: readonly QuestionRecord[] },
): Promise<number> {
  const asked = questions.filter(({ first_day, paused }) => !paused && first_day <= day)
  if (asked.length === 0) return 0
  let added = 0
  for (let left = asked; left.length > 0;) {
    const due = await findDue(reader._id, day, left)
    if (due.length === 0) break
    const askedDay = await readAskedDay(day)
    const muted = await findMuted(askedDay.dayPapers, reader)
    const refused: QuestionRecord[] = []
    for (const one of due) {
      const outcome = await answerOne(product, { ...one, askedDay, reader, muted })
      if (outcome === 'refused') refused.push(one.question)
      else added += outcome
      // Other work gets its turn: a question takes some milliseconds.
      await nextTurn()
    }
    left = refused
  }
  return added
}

interface DueQuestion {
  question: QuestionRecord
  before: QuestionDayRecord | null
  judged: readonly JudgementRecord[]
  /** `countAnnounced` of the day, read before its papers. */
  total: number
}

/** The questions that were not asked of all papers of the day yet, or not with a bar of their own. */
async function findDue(userId: string, day: string, questions: readonly QuestionRecord[]): Promise<DueQuestion[]> {
  const ids = questions.map(({ _id }) => _id)
  const [total, stored, judgements] = [
    await countAnnounced(day),
    await findQuestionDays(ids, day),
    await findJudgements(userId, ids),
  ]
  if (total === 0) return []
  return questions.flatMap((question) => {
    const before = stored.get(question._id) ?? null
    const judged = judgements.get(question._id) ?? []
    const hasLearned = before !== null && before.judged < EXAMPLES_NEEDED && judged.length >= EXAMPLES_NEEDED
    return before !== null && before.day_papers >= total && !hasLearned ? [] : [{ question, before, judged, total }]
  })
}

interface OneQuestion extends DueQuestion {
  askedDay: AskedDay
  reader: Reader
  muted: ReadonlySet<string>
}

/** Returns the number of added answers; "refused" if it must be asked again. */
async function answerOne(
  product: Pick<Product, 'embedding'>,
  { question, before, judged, total, askedDay, reader, muted }: OneQuestion,
): Promise<number | 'refused'> {
  const { _id: question_id, user_id, text, bar } = question
  const { day } = askedDay
  const space = await readSpace()
  const asked = await readAsked(product, text, { judged, space })
  const wanted = withCanonicalIds(reader.category_ids)
  const papers = askedDay.papers.filter(
    ({ id, isOfFeeds, category_ids }) => !muted.has(id) && (!isOfFeeds || category_ids.some((one) => wanted.has(one))),
  )
  const least = barFor(asked, bar)
  const scored = papers
    .map((paper) => ({ paper_id: paper.id, probability: probabilityFor(asked, paper) }))
    .filter(({ probability }) => probability >= least * NEAR_SHARE)
    .toSorted((one, other) => other.probability - one.probability || (one.paper_id < other.paper_id ? -1 : 1))
    .slice(0, QUESTION_ANSWERS_MAX + QUESTION_NEAR_MAX + SPARE)
  const { paperOf } = askedDay.dayPapers
  const stored = { answers: before?.answers ?? [], near: before?.near ?? [] }
  const here = new Set(stored.answers.map(({ paper_id }) => paperOf(paper_id)))
  const fresh = (await withoutKnown(scored, { question_id, day, judged })).filter(({ paper_id }) => !here.has(paper_id))
  const added = fresh
    .filter(({ probability }) => probability >= least)
    .slice(0, Math.max(0, QUESTION_ANSWERS_MAX - stored.answers.length))
  const answers = [...stored.answers, ...added]
  for (const { paper_id } of added) here.add(paper_id)
  const near = [...stored.near, ...fresh].filter(({ paper_id }) => {
    const isNew = !here.has(paperOf(paper_id))
    here.add(paperOf(paper_id))
    return isNew
  })
  const by_words = asked.measured.meaning === null
  const found = {
    user_id,
    question_id,
    day,
    answers,
    near: near.slice(0, QUESTION_NEAR_MAX),
    asked: papers.length,
    day_papers: total,
    by_words,
  }
  const isSaved = await saveQuestionDay({ ...found, judged: judged.length }, before)
  if (!isSaved) return 'refused'
  // The question was removed and deleted, or its account erased, while it was asked.
  if (!(await isQuestionStored(question_id))) await deleteQuestionDays([question_id])
  return added.length
}

interface Known {
  question_id: string
  day: string
  judged: readonly JudgementRecord[]
}

/** Without papers that are answers of another day, as whichever of their records, and those that the reader said no to. */
async function withoutKnown(
  scored: readonly StoredAnswer[],
  { question_id, day, judged }: Known,
): Promise<StoredAnswer[]> {
  const ids = scored.map(({ paper_id }) => paper_id)
  const { recordsOf, withRecords } = await findAliases(ids)
  const shown = await findShownIds(question_id, withRecords(ids), { except: day })
  const refused = new Set(judged.filter(({ value }) => value === 'no').map(({ paper_id }) => paper_id))
  return scored.filter(({ paper_id }) => !recordsOf(paper_id).some((id) => shown.has(id) || refused.has(id)))
}
