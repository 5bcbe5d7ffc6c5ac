import { model, Schema } from 'mongoose'
import type { QuestionBar } from '../../contract/questions.ts'
import { isDuplicateOf } from '../duplicateKeys.ts'

/** A reader's standing question. */
export interface QuestionRecord {
  _id: string
  user_id: string
  text: string
  /** The text without differences of case and spaces: a reader has it once. */
  text_key: string
  bar: QuestionBar
  paused: boolean
  /** One of the places that a reader has for questions; absent for a removed one. */
  slot?: number
  /** The first announcement day that it is asked of. */
  first_day: string
  made_at: Date
  removed_at: Date | null
}

const schema = new Schema<QuestionRecord>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    text: { type: String, required: true },
    text_key: { type: String, required: true },
    bar: { type: String, enum: ['fewer', 'usual', 'more'] as const, required: true },
    paused: { type: Boolean, required: true },
    slot: Number,
    first_day: { type: String, required: true },
    made_at: { type: Date, required: true },
    removed_at: { type: Date, default: null },
  },
  { collection: 'questions', strict: 'throw', autoIndex: false, versionKey: false },
)
const ACTIVE = { slot: { $exists: true } } as const
schema.index({ user_id: 1, slot: 1 }, { name: 'slot', unique: true, partialFilterExpression: ACTIVE })
schema.index({ user_id: 1, text_key: 1 }, { name: 'text', unique: true, partialFilterExpression: ACTIVE })
schema.index({ removed_at: 1 }, { name: 'removed' })

const Questions = model('Question', schema)

/** The reader's questions, the oldest first; without removed ones. */
export const findQuestions = (userId: string): Promise<QuestionRecord[]> =>
  Questions.find({ user_id: userId, ...ACTIVE })
    .sort({ made_at: 1, _id: 1 })
    .lean()

/** The question with this id of the reader; null for a removed one and one of another reader. */
export const findQuestion = (userId: string, id: string): Promise<QuestionRecord | null> =>
  Questions.findOne({ _id: id, user_id: userId, ...ACTIVE }).lean()

export const findQuestionByText = (userId: string, text_key: string): Promise<QuestionRecord | null> =>
  Questions.findOne({ user_id: userId, text_key, ...ACTIVE }).lean()

/** Whether the question is stored, removed or not. */
export const isQuestionStored = async (id: string): Promise<boolean> => (await Questions.exists({ _id: id })) !== null

/** The questions that are asked of `day`, in the order of their readers, after the id `after`; at most `limit`. */
export const findQuestionsAskedOn = (
  day: string,
  { after, limit }: { after: string; limit: number },
): Promise<QuestionRecord[]> =>
  Questions.find({ _id: { $gt: after }, first_day: { $lte: day }, paused: false, ...ACTIVE })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()

/** Why a question could not be stored: the reader has one with this text, or as many as are allowed. */
export type QuestionRefusal = 'same' | 'full'

/** Stores a question in a free slot below `slots`. Concurrent calls never store more than so many. */
export async function insertQuestion(
  question: Omit<QuestionRecord, 'slot' | 'removed_at'>,
  slots: number,
): Promise<QuestionRefusal | null> {
  return inFreeSlot(question.user_id, slots, async (slot) => {
    await Questions.create({ ...question, slot, removed_at: null })
  })
}

/** Gives a removed question a free slot again. Null also if it is not removed. */
export async function restoreQuestion(userId: string, id: string, slots: number): Promise<QuestionRefusal | null> {
  return inFreeSlot(userId, slots, async (slot) => {
    await Questions.updateOne(
      { _id: id, user_id: userId, slot: { $exists: false } },
      { $set: { slot, removed_at: null } },
    )
  })
}

async function inFreeSlot(
  userId: string,
  slots: number,
  write: (slot: number) => Promise<void>,
): Promise<QuestionRefusal | null> {
  for (;;) {
    const used = new Set((await findQuestions(userId)).map(({ slot }) => slot))
    const free = Array.from({ length: slots }, (_, slot) => slot).find((slot) => !used.has(slot))
    if (free === undefined) return 'full'
    try {
      await write(free)
      return null
    } catch (error) {
      if (isDuplicateOf(error, 'text')) return 'same'
      // Another request has taken the slot: the next free one is tried.
      if (!isDuplicateOf(error, 'slot')) throw error
    }
  }
}

/** Changes a question. Null if there is none; "same" if the reader has another one with this text. */
export async function changeQuestion(
  userId: string,
  id: string,
  changes: Partial<Pick<QuestionRecord, 'text' | 'text_key' | 'bar' | 'paused'>>,
): Promise<QuestionRecord | 'same' | null> {
  try {
    return await Questions.findOneAndUpdate(
      { _id: id, user_id: userId, ...ACTIVE },
      { $set: changes },
      { returnDocument: 'after' },
    ).lean()
  } catch (error) {
    if (isDuplicateOf(error, 'text')) return 'same'
    throw error
  }
}

/** Removes a question, which keeps what belongs to it until it is deleted. False if there is none. */
export async function removeQuestion(userId: string, id: string, at: Date): Promise<boolean> {
  const { matchedCount } = await Questions.updateOne(
    { _id: id, user_id: userId, ...ACTIVE },
    { $set: { removed_at: at }, $unset: { slot: 1 } },
  )
  return matchedCount === 1
}

/** Whether the reader has removed this question and can restore it. */
export const isRemoved = async (userId: string, id: string): Promise<boolean> =>
  (await Questions.exists({ _id: id, user_id: userId, slot: { $exists: false } })) !== null

/** Deletes the questions that were removed before `before`. Returns their ids. */
export async function deleteRemovedQuestions(before: Date): Promise<string[]> {
  const removed = { slot: { $exists: false }, removed_at: { $lt: before } }
  const ids = (await Questions.find(removed, { _id: 1 }).lean()).map(({ _id }) => _id)
  // Not one that was restored meanwhile.
  await Questions.deleteMany({ _id: { $in: ids }, ...removed })
  return ids
}
