import { model, Schema } from 'mongoose'
import type { Judgement } from '../../contract/questions.ts'

/** What a reader said of a paper for a question. */
export interface JudgementRecord {
  /** `<question>:<paper>`. */
  _id: string
  user_id: string
  question_id: string
  paper_id: string
  value: Judgement
  /** The paper was an answer when it was judged for the first time: it counts for the precision. */
  shown: boolean
  at: Date
}

const schema = new Schema<JudgementRecord>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    question_id: { type: String, required: true },
    paper_id: { type: String, required: true },
    value: { type: String, enum: ['yes', 'no'] as const, required: true },
    shown: { type: Boolean, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'question_examples', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, question_id: 1, at: -1 }, { name: 'reader' })

const Examples = model('QuestionExample', schema)

/** What the reader said of papers, by question, the newest first. */
export async function findJudgements(
  userId: string,
  questionIds: readonly string[],
): Promise<Map<string, JudgementRecord[]>> {
  const found = await Examples.find({ user_id: userId, question_id: { $in: [...questionIds] } })
    .sort({ at: -1, _id: 1 })
    .lean()
  return Map.groupBy(found, ({ question_id }) => question_id)
}

/**
 * Stores what the reader says of a paper; of two calls at the same time the one that is stored last counts. `shown` is
 * kept from the first time. `records` are all records of the paper: what was said of another one is replaced.
 */
export async function saveJudgement(
  judgement: Omit<JudgementRecord, '_id' | 'shown'> & { shown: boolean },
  records: readonly string[],
): Promise<void> {
  const { question_id, paper_id, value, at, ...first } = judgement
  const _id = keyOf(question_id, paper_id)
  await Examples.updateOne(
    { _id },
    { $set: { value, at }, $setOnInsert: { question_id, paper_id, ...first } },
    { upsert: true },
  )
  await removeJudgements(
    question_id,
    records.filter((id) => id !== paper_id),
  )
}

/** Takes back what was said of these papers. Safe to repeat. */
export async function removeJudgements(questionId: string, paperIds: readonly string[]): Promise<void> {
  if (paperIds.length > 0) await Examples.deleteMany({ _id: { $in: paperIds.map((id) => keyOf(questionId, id)) } })
}

/** Deletes what was said for questions that are deleted. */
export async function deleteJudgements(questionIds: readonly string[]): Promise<void> {
  if (questionIds.length > 0) await Examples.deleteMany({ question_id: { $in: [...questionIds] } })
}

const keyOf = (questionId: string, paperId: string) => `${questionId}:${paperId}`
