import type { Question, QuestionAnswer, QuestionDay } from '#api/contract/questions.ts'
import { samplePaper } from '#tests/support/samples.ts'

export const question: Question = {
  id: 'q-1',
  text: 'Does anyone calibrate the brightness of lanterns without taking them down?',
  bar: 'usual',
  paused: false,
  state: 'ready',
  judged: { yes: 9, no: 4 },
  precision: { value: 7 / 9, low: 0.4526, high: 0.9368, n: 9 },
  made_at: '2026-11-02T09:00:00.000Z',
}
export const newQuestion: Question = {
  ...question,
  id: 'q-2',
  text: 'Who measures the songs of herons?',
  state: 'needs_examples',
  judged: { yes: 0, no: 0 },
  precision: null,
}
export const longQuestion: Question = {
  ...question,
  id: 'q-3',
  text: `Is there a way to ${'measure the light of lanterns in a narrow valley of glass and '.repeat(7)}Donaudampfschifffahrtsgesellschaftskapitän?`,
  paused: true,
}

/** An invented paper with this number as an answer. */
export const answerOf = (number: number, changes: Partial<QuestionAnswer> = {}): QuestionAnswer => ({
  paper: { ...samplePaper, id: `arxiv:2611.${String(number).padStart(5, '0')}` },
  value: null,
  probability: 0.8,
  outside: false,
  ...changes,
})
export const questionDay: QuestionDay = {
  day: '2026-11-20',
  asked: true,
  papers: 412,
  answers: [answerOf(1), answerOf(2, { value: 'yes', outside: true })],
  near: [answerOf(3, { value: 'no' }), answerOf(4)],
  by_words: false,
  previous_day: '2026-11-19',
}
export const nothingDay: QuestionDay = { ...questionDay, answers: [], near: [answerOf(4)], by_words: true }
export const examples = {
  items: [answerOf(11, { value: 'yes' }), answerOf(12), answerOf(13)],
  total: 3,
  by_words: false,
}
