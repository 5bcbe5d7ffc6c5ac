import { QUESTION_MAX, QUESTION_MIN, QUESTIONS_MAX, UNPRINTABLE } from '../../contract/limits.ts'
import type {
  Judgement,
  JudgementInput,
  Question,
  QuestionChanges,
  QuestionInput,
  QuestionList,
} from '../../contract/questions.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { EXAMPLES_NEEDED, hasQuestionWords, precisionOf } from '../../ranking/questions/question.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findAnnouncementDays, findPaper } from '../../store/papers/papers.ts'
import { findShownIds } from '../../store/readers/questionDays.ts'
import {
  findJudgements,
  removeJudgements,
  saveJudgement,
  type JudgementRecord,
} from '../../store/readers/questionExamples.ts'
import {
  changeQuestion,
  findQuestion,
  findQuestionByText,
  findQuestions,
  insertQuestion,
  isRemoved,
  removeQuestion,
  restoreQuestion,
  type QuestionRecord,
  type QuestionRefusal,
} from '../../store/readers/questions.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { sourcesOf } from '../../text/taxonomy/taxonomy.ts'

type Owner = Pick<UserRecord, '_id'>

/** The reader's questions, the oldest first. */
export async function listQuestions(user: Owner): Promise<QuestionList> {
  const items = await toQuestions(user, await findQuestions(user._id))
  return { items, total: items.length }
}

/**
 * Makes a question that is asked of the papers of the reader's newest announcement day, and of all later ones. The same
 * text again returns the existing question. Throws "invalid-input" for a text that no paper can be found by, and
 * "conflict" when the reader has as many questions as are allowed.
 */
export async function addQuestion(
  user: Pick<UserRecord, '_id' | 'category_ids'>,
  { text: typed, bar = 'usual' }: QuestionInput,
): Promise<{ question: Question; created: boolean }> {
  const text = cleanQuestion(typed)
  const [newest = dayIn('UTC', now())] = await findAnnouncementDays(1, sourcesOf(user.category_ids))
  const made = {
    _id: crypto.randomUUID(),
    user_id: user._id,
    text,
    text_key: keyOf(text),
    bar,
    paused: false,
    first_day: newest,
    made_at: now(),
  }
  const refusal = await insertQuestion(made, QUESTIONS_MAX)
  if (refusal === 'full') throw tooMany()
  const stored = refusal === 'same' ? await findQuestionByText(user._id, made.text_key) : { ...made, removed_at: null }
  // Removed since: the next try makes it.
  if (stored === null) return addQuestion(user, { text, bar })
  return { question: await toQuestion(user, stored), created: refusal === null }
}

/** Changes text, bar or pause; it applies from the next papers on. Throws "not-found", "invalid-input" and "conflict". */
export async function updateQuestion(user: Owner, id: string, changes: QuestionChanges): Promise<Question> {
  const { text: typed, ...others } = changes
  const text = typed === undefined ? undefined : cleanQuestion(typed)
  const changed = await changeQuestion(user._id, id, {
    ...others,
    ...(text !== undefined && { text, text_key: keyOf(text) }),
  })
  if (changed === 'same') throw sameQuestion()
  return toQuestion(user, changed ?? missing())
}

/** Removes a question; it can be restored for 30 days. Throws "not-found". */
export async function dropQuestion(user: Owner, id: string): Promise<void> {
  if (!(await removeQuestion(user._id, id, now()))) missing()
}

/** Restores a removed question with its examples and answers. Throws "not-found" and "conflict". */
export async function bringBackQuestion(user: Owner, id: string): Promise<Question> {
  if (await isRemoved(user._id, id)) refuse(await restoreQuestion(user._id, id, QUESTIONS_MAX))
  return toQuestion(user, await requireQuestion(user, id))
}

function refuse(refusal: QuestionRefusal | null): void {
  if (refusal === 'full') throw tooMany()
  if (refusal === 'same') throw sameQuestion()
}

/**
 * Stores whether a paper answers the question; "none" takes it back. Of two at the same time the later one counts.
 * Throws "not-found" for an unknown question or paper.
 */
export async function judgePaper(user: Owner, id: string, { paper_id, value }: JudgementInput): Promise<Question> {
  const question = await requireQuestion(user, id)
  const { recordsOf, paperOf } = await findAliases([paper_id])
  const records = recordsOf(paper_id)
  if (value === 'none') await removeJudgements(id, [paper_id, ...records])
  else {
    if ((await findPaper(paper_id)) === null) throw new AppError('not-found', 'This paper is not in the library.')
    const shown = (await findShownIds(id, [paper_id, ...records])).size > 0
    const judgement = { user_id: user._id, question_id: id, paper_id: paperOf(paper_id), value, shown, at: now() }
    await saveJudgement(judgement, records)
  }
  return toQuestion(user, question)
}

/** The question with this id of the reader. Throws "not-found", also for one of another reader. */
export async function requireQuestion(user: Owner, id: string): Promise<QuestionRecord> {
  return (await findQuestion(user._id, id)) ?? missing()
}

const toQuestion = async (user: Owner, record: QuestionRecord): Promise<Question> =>
  (await toQuestions(user, [record]))[0] ?? missing()

/** The questions with what their reader has said. */
export async function toQuestions(user: Owner, records: readonly QuestionRecord[]): Promise<Question[]> {
  const judgements = await findJudgements(
    user._id,
    records.map(({ _id }) => _id),
  )
  return records.map((record) => describeQuestion(record, judgements.get(record._id) ?? []))
}

export function describeQuestion(record: QuestionRecord, judgements: readonly JudgementRecord[]): Question {
  const count = (wanted: Judgement, of = judgements) => of.filter(({ value }) => value === wanted).length
  const shown = judgements.filter((one) => one.shown)
  return {
    id: record._id,
    text: record.text,
    bar: record.bar,
    paused: record.paused,
    state: judgements.length < EXAMPLES_NEEDED ? 'needs_examples' : 'ready',
    judged: { yes: count('yes'), no: count('no') },
    precision: precisionOf(count('yes', shown), shown.length),
    made_at: record.made_at.toISOString(),
  }
}

const UNPRINTABLE_ONES = new RegExp(`[\\s${UNPRINTABLE}]+`, 'g')

function cleanQuestion(typed: string): string {
  const text = typed.replace(UNPRINTABLE_ONES, ' ').trim().normalize('NFC')
  if (text.length < QUESTION_MIN || text.length > QUESTION_MAX)
    throw invalidField('text', `A question has from ${QUESTION_MIN} to ${QUESTION_MAX} characters.`)
  if (!hasQuestionWords(text))
    throw invalidField(
      'text',
      'This question has no word that papers can be compared by. Name what they should be about.',
    )
  return text
}

const keyOf = (text: string): string => text.toLowerCase().replace(/[\s?.!]+$/, '')

const tooMany = () =>
  new AppError('conflict', `You have ${QUESTIONS_MAX} questions, which is the most. Remove one to ask another.`)
const sameQuestion = () => new AppError('conflict', 'You ask this already.')

function missing(): never {
  throw new AppError('not-found', 'There is no such question.')
}
