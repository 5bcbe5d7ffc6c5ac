import type { Question, QuestionDay } from '#api/contract/questions.ts'
import { formatPlural } from '../../shared/format.ts'

const percent = (share: number) => Math.round(100 * share)

/** "7 of 9 answers were right; between 45 and 94 %." */
export function describePrecision({ precision }: Pick<Question, 'precision'>): string {
  if (precision === null) return 'Not measured yet: no answer of a day is judged.'
  const { value, low, high, n } = precision
  const right = Math.round(value * n)
  const verb = n === 1 ? 'answer was' : 'answers were'
  return `${right} of ${n} ${verb} right; between ${percent(low)} and ${percent(high)} %.`
}

/** "2 answers", "Nothing today", "Paused". */
export function describeFound(question: Pick<Question, 'paused'>, day: QuestionDay | undefined): string {
  if (day === undefined) return ''
  if (!day.asked) return question.paused ? 'Paused' : 'Not asked yet'
  if (day.answers.length > 0) return formatPlural(day.answers.length, 'answer')
  return question.paused ? 'Paused, nothing today' : 'Nothing today'
}
