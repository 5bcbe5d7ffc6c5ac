import type { DocumentFrequencies } from '../features/documentFrequencies.ts'
import { learnQuery, type JudgedPaper } from './learnQuery.ts'
import { barOf, calibrate, probabilityOf, type BarPosition, type Calibration } from './questionBar.ts'
import { readQuestion, type QuestionPaper } from './questionQuery.ts'
import { measureQuery, scorePaper, type MeasuredQuery, type QuestionBackground } from './questionScores.ts'

export { indexQuestionBackground, type QuestionBackground } from './questionScores.ts'
export { EXAMPLES_NEEDED, type BarPosition } from './questionBar.ts'
export { hasQuestionWords, type QuestionPaper } from './questionQuery.ts'
export { precisionOf } from './precision.ts'
export type { JudgedPaper } from './learnQuery.ts'

/** A question with all that its reader has said, ready to be asked of any paper. */
export interface AskedQuestion {
  measured: MeasuredQuery
  calibration: Calibration
}

/** What all questions of one moment have in common. */
export interface QuestionSpace {
  frequencies: DocumentFrequencies
  background: QuestionBackground
}

/** At most so many judged papers are learned from, the newest ones. */
export const JUDGED_MAX = 40

/**
 * Reads a question and learns from the judged papers, the newest first. A paper is judged by a question that has not
 * learned from it: else each example would seem to be the best answer, and the bar would be too high for others.
 */
export function askQuestion(
  { text, meaning }: { text: string; meaning: { vector: Float32Array; space: string } | null },
  judged: readonly JudgedPaper[],
  { frequencies, background }: QuestionSpace,
): AskedQuestion {
  const query = readQuestion(text, frequencies, meaning)
  const used = judged.slice(0, JUDGED_MAX)
  const measured = measureQuery(learnQuery(query, used, frequencies), background)
  const scored = used.map((one) => {
    const others = learnQuery(
      query,
      used.filter((other) => other !== one),
      frequencies,
    )
    return { score: scorePaper({ ...measured, query: others }, one.paper), isAnswer: one.isAnswer }
  })
  return { measured, calibration: calibrate(scored) }
}

/** The probability that a paper answers the question, 0 to 1. */
export const probabilityFor = ({ measured, calibration }: AskedQuestion, paper: QuestionPaper): number =>
  probabilityOf(calibration, scorePaper(measured, paper))

/** The probability from which on a paper is an answer. */
export const barFor = ({ calibration }: AskedQuestion, position: BarPosition): number => barOf(calibration, position)
