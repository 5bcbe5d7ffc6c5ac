import { model, Schema } from 'mongoose'
import { isDuplicate } from '../duplicateKeys.ts'

export interface StoredAnswer {
  paper_id: string
  probability: number
}

/**
 * What a question found on a day. Answers are added when more papers of the day are stored, and never removed: what a
 * reader was shown stays.
 */
export interface QuestionDayRecord {
  /** `<question>:<day>`. */
  _id: string
  user_id: string
  question_id: string
  day: string
  answers: StoredAnswer[]
  near: StoredAnswer[]
  /** Papers that it was asked of. */
  asked: number
  /** `countAnnounced` of the day. When there are more papers, it is asked again. */
  day_papers: number
  /** Number of judged papers that it had learned from. */
  judged: number
  by_words: boolean
  /** Grows with each write. */
  revision: number
}

const answer = { paper_id: { type: String, required: true }, probability: { type: Number, required: true }, _id: false }
const schema = new Schema<QuestionDayRecord>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    question_id: { type: String, required: true },
    day: { type: String, required: true },
    answers: [answer],
    near: [answer],
    asked: { type: Number, required: true },
    day_papers: { type: Number, required: true },
    judged: { type: Number, required: true },
    by_words: { type: Boolean, required: true },
    revision: { type: Number, required: true },
  },
  { collection: 'question_days', shardKey: { question_id: 1 }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, day: -1 }, { name: 'reader' })
schema.index({ question_id: 1, day: -1 }, { name: 'question' })
// No paper is an answer to a question on two days.
schema.index(
  { question_id: 1, 'answers.paper_id': 1 },
  { name: 'answers', unique: true, partialFilterExpression: { 'answers.paper_id': { $exists: true } } },
)

const Days = model('QuestionDay', schema)

const keyOf = (questionId: string, day: string) => `${questionId}:${day}`

/** What these questions found on the day, by question; without those that were not asked of it. */
export async function findQuestionDays(
  questionIds: readonly string[],
  day: string,
): Promise<Map<string, QuestionDayRecord>> {
  const found = await Days.find({
    _id: { $in: questionIds.map((id) => keyOf(id, day)) },
    question_id: { $in: [...questionIds] },
  })
    .hint({ _id: 1 })
    .lean()
  return new Map(found.map((record) => [record.question_id, record]))
}

/** The nearest days before and after `day` that the question was asked of. */
export async function findDaysAround(
  questionId: string,
  day: string,
): Promise<{ previous_day?: string; next_day?: string }> {
  const find = (filter: { $lt: string } | { $gt: string }, order: 1 | -1) =>
    Days.findOne({ question_id: questionId, day: filter }, { day: 1 }).sort({ day: order }).lean()
  const [before, after] = await Promise.all([find({ $lt: day }, -1), find({ $gt: day }, 1)])
  return { ...(before && { previous_day: before.day }), ...(after && { next_day: after.day }) }
}

/** Those of `paperIds` that are answers to the question on another day than `day`; without `day` on any. */
export async function findShownIds(
  questionId: string,
  paperIds: readonly string[],
  day?: { except: string } | { before: string },
): Promise<Set<string>> {
  const wanted = new Set(paperIds)
  const ofDays = day === undefined ? {} : { day: 'except' in day ? { $ne: day.except } : { $lt: day.before } }
  const found = await Days.find(
    { question_id: questionId, 'answers.paper_id': { $in: [...paperIds] }, ...ofDays },
    { answers: 1 },
  ).lean()
  return new Set(found.flatMap(({ answers }) => answers.map(({ paper_id }) => paper_id)).filter((id) => wanted.has(id)))
}

/**
 * Stores what a question found on a day. `before` is what was stored when it was read, null for nothing. Returns false if
 * another process has written meanwhile, or has shown one of the answers on another day: then it must be asked again.
 */
export async function saveQuestionDay(
  found: Omit<QuestionDayRecord, '_id' | 'revision'>,
  before: QuestionDayRecord | null,
): Promise<boolean> {
  const _id = keyOf(found.question_id, found.day)
  try {
    if (before === null) {
      await Days.create({ _id, ...found, revision: 1 })
      return true
    }
    const next = { ...found, revision: before.revision + 1 }
    return (
      (await Days.updateOne({ _id, question_id: found.question_id, revision: before.revision }, { $set: next }))
        .matchedCount === 1
    )
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** Deletes what was found for questions that are deleted. */
export async function deleteQuestionDays(questionIds: readonly string[]): Promise<void> {
  if (questionIds.length > 0) await Days.deleteMany({ question_id: { $in: [...questionIds] } })
}
