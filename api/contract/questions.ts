import { t } from 'elysia'
import { QUESTION_MAX, QUESTION_MIN } from './limits.ts'
import { completeListOf, Day, Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { Paper } from './papers.ts'

const strict = { additionalProperties: false }

/** The reader's choice between few and sure answers, and more of them. */
export const QuestionBar = oneOf(['fewer', 'usual', 'more'])
export type QuestionBar = typeof QuestionBar.static

const text = t.String({
  minLength: QUESTION_MIN,
  maxLength: QUESTION_MAX,
  description: 'In words, as one would ask a colleague. Spaces are tidied; control characters are taken out.',
})

export const QuestionPrecision = t.Object({
  value: t.Number({ description: 'Share of the judged answers that were right.' }),
  low: t.Number({ description: '95 % interval (Wilson 1927).' }),
  high: t.Number(),
  n: t.Integer({ description: 'Number of judged answers.' }),
})
export type QuestionPrecision = typeof QuestionPrecision.static

/** A question that is asked of the new papers of every announcement day. */
export const Question = t.Object({
  id: t.String(),
  text: t.String(),
  bar: QuestionBar,
  paused: t.Boolean(),
  state: oneOf(['needs_examples', 'ready'], {
    description:
      'With three judged papers the question has a bar of its own; before, only what is very likely is shown.',
  }),
  judged: t.Object(
    { yes: t.Integer(), no: t.Integer() },
    { description: 'All papers that the caller has judged for it: examples and answers.' },
  ),
  precision: t.Nullable(QuestionPrecision, {
    description: 'Of the answers that were shown; null before the first of them is judged.',
  }),
  made_at: Instant,
})
export type Question = typeof Question.static

export const QuestionList = completeListOf(Question)
export type QuestionList = typeof QuestionList.static

export const QuestionInput = t.Object({ text, bar: t.Optional(QuestionBar) }, strict)
export type QuestionInput = typeof QuestionInput.static

export const QuestionChanges = t.Object(
  { text: t.Optional(text), bar: t.Optional(QuestionBar), paused: t.Optional(t.Boolean()) },
  strict,
)
export type QuestionChanges = typeof QuestionChanges.static

export const Judgement = oneOf(['yes', 'no'])
export type Judgement = typeof Judgement.static

export const JudgementInput = t.Object(
  {
    paper_id: t.String({ minLength: 1, maxLength: 200 }),
    value: oneOf(['yes', 'no', 'none'], { description: '"none" takes a judgement back.' }),
  },
  strict,
)
export type JudgementInput = typeof JudgementInput.static

export const JudgedPaper = t.Object({
  paper: Paper,
  value: t.Nullable(Judgement, { description: 'What the caller has said; null for nothing yet.' }),
})
export type JudgedPaper = typeof JudgedPaper.static

/** Papers to judge: some that seem to answer the question, and some that only come near. */
export const QuestionExamples = t.Composite([
  completeListOf(JudgedPaper),
  t.Object({
    by_words: t.Boolean({ description: 'True if only words were compared, and not the meaning.' }),
  }),
])
export type QuestionExamples = typeof QuestionExamples.static

export const QuestionAnswer = t.Composite([
  JudgedPaper,
  t.Object({
    probability: t.Number({ description: 'That it answers the question, 0 to 1, as it was when it was shown.' }),
    outside: t.Boolean({ description: 'True if it is in none of the categories that the caller follows.' }),
  }),
])
export type QuestionAnswer = typeof QuestionAnswer.static

export const QuestionDay = t.Object({
  day: t.Nullable(Day, { description: 'Null while the library has no announcement.' }),
  asked: t.Boolean({
    description: 'False for a day before the question was made, without papers, or on which it was paused.',
  }),
  papers: t.Integer({ description: 'Number of papers of the day that it was asked of.' }),
  answers: t.Array(QuestionAnswer, { description: 'The most likely one first. Empty: nothing on this day.' }),
  near: t.Array(QuestionAnswer, { description: 'Papers that came near, below the bar.' }),
  by_words: t.Boolean({ description: 'True if only words were compared, and not the meaning.' }),
  previous_day: t.Optional(Day),
  next_day: t.Optional(Day),
})
export type QuestionDay = typeof QuestionDay.static

export const QuestionDayQuery = t.Object({ day: t.Optional(Day) })

/** What all questions of the caller found on a day. */
export const AllAnswers = t.Object({
  day: t.Nullable(Day),
  items: t.Array(t.Composite([QuestionDay, t.Object({ question: Question })])),
  total: t.Integer(),
})
export type AllAnswers = typeof AllAnswers.static
