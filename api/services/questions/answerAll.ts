import { REMOVED_KEPT_DAYS } from '../../contract/limits.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { deleteQuestionDays } from '../../store/readers/questionDays.ts'
import { deleteJudgements } from '../../store/readers/questionExamples.ts'
import { deleteRemovedQuestions, findQuestionsAskedOn } from '../../store/readers/questions.ts'
import { findUsersById } from '../../store/readers/users.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { answerQuestions } from './answering.ts'

const PAGE = 200

/**
 * Asks the questions of all readers of the papers of `day`: part of the job that delivers the day. Then questions that
 * were removed too long ago are deleted with what belongs to them. Safe to repeat.
 */
export async function answerAll(product: Pick<Product, 'embedding'>, day: string, run: JobContext): Promise<void> {
  for (let after = ''; ;) {
    run.signal.throwIfAborted()
    const page = await findQuestionsAskedOn(day, { after, limit: PAGE })
    const last = page.at(-1)
    if (last === undefined) break
    const byReader = [...Map.groupBy(page, ({ user_id }) => user_id)]
    const readers = await findUsersById(byReader.map(([id]) => id))
    for (const [index, [, questions]] of byReader.entries()) {
      run.signal.throwIfAborted()
      const reader = readers[index]
      if (!reader || reader.disabled) continue
      run.count('questions', questions.length)
      run.count('answers', await answerQuestions(product, reader, { day, questions }))
    }
    after = last._id
  }
  const deleted = await deleteRemovedQuestions(new Date(now().getTime() - REMOVED_KEPT_DAYS * DAY_MS))
  await deleteJudgements(deleted)
  await deleteQuestionDays(deleted)
}
