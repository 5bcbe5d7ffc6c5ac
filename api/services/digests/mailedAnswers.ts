import type { PapersMail } from '../../mail/papersMail.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findQuestionDays, findShownIds } from '../../store/readers/questionDays.ts'
import { findQuestions } from '../../store/readers/questions.ts'
import type { Reader } from '../../store/readers/users.ts'
import { findMuteCauses } from '../delivery/mutes.ts'

/**
 * What the reader's questions found on an announcement day, as the job that delivers the day has stored it: in the order
 * of the questions, without papers that left the library or are muted now, each paper once.
 */
export async function findMailedAnswers(user: Reader, day: string): Promise<NonNullable<PapersMail['answers']>> {
  const questions = await findQuestions(user._id)
  if (questions.length === 0) return []
  const days = await findQuestionDays(
    questions.map(({ _id }) => _id),
    day,
  )
  const ids = [...days.values()].flatMap(({ answers }) => answers.map(({ paper_id }) => paper_id))
  const papers = await findPapers(ids)
  const { recordsOf, withRecords } = await findAliases(ids)
  const muted = await findMuteCauses(user, [...papers.values()])
  const mailed = new Set<string>()
  const found: { question: string; paper: NonNullable<PapersMail['answers']>[number]['paper'] }[] = []
  for (const { _id, text } of questions) {
    const earlier = await findShownIds(_id, withRecords(ids), { before: day })
    for (const { paper_id } of days.get(_id)?.answers ?? []) {
      const paper = papers.get(paper_id)
      if (paper === undefined || mailed.has(paper.id) || recordsOf(paper_id).some((id) => earlier.has(id))) continue
      if (muted.has(paper.id)) continue
      mailed.add(paper.id)
      found.push({ question: text, paper })
    }
  }
  return found
}
