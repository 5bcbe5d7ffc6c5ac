import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import {
  AllAnswers,
  JudgementInput,
  Question,
  QuestionChanges,
  QuestionDay,
  QuestionDayQuery,
  QuestionExamples,
  QuestionInput,
  QuestionList,
} from '../../../contract/questions.ts'
import type { Product } from '../../../services/product.ts'
import { getExamples } from '../../../services/questions/examples.ts'
import {
  addQuestion,
  bringBackQuestion,
  dropQuestion,
  judgePaper,
  listQuestions,
  updateQuestion,
} from '../../../services/questions/questions.ts'
import { getAllAnswers, getAnswers } from '../../../services/questions/readAnswers.ts'
import { auth } from '../../plugins/auth.ts'

const QuestionPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const questionsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.questions', prefix: '/users/me/questions', tags: ['questions'] })
    .use(auth(product))
    .get('', ({ user }) => listQuestions(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: QuestionList, ...denied },
      detail: { summary: 'The standing questions of the caller', description: 'The oldest first.' },
    })
    .post(
      '',
      async ({ body, user, set }) => {
        const { question, created } = await addQuestion(user, body)
        set.status = created ? 201 : 200
        return question
      },
      {
        role: 'user',
        scope: 'never',
        body: QuestionInput,
        response: { 200: Question, 201: Question, ...denied, ...failures('conflict') },
        detail: {
          summary: 'Ask a question every day',
          description:
            'It is asked of the new papers of every announcement day, of all categories. The same text again returns 200 with the existing question; 409 when there are 20.',
        },
      },
    )
    .get('/answers', ({ query, user }) => getAllAnswers(product, user, query), {
      role: 'user',
      scope: 'day:read',
      query: QuestionDayQuery,
      response: { 200: AllAnswers, ...denied },
      detail: {
        summary: 'What all questions found on a day',
        description: 'Of the newest announcement day by default. An empty list of answers means: nothing on this day.',
      },
    })
    .put('/:id', ({ params, body, user }) => updateQuestion(user, params.id, body), {
      role: 'user',
      scope: 'never',
      params: QuestionPath,
      body: QuestionChanges,
      response: { 200: Question, ...missing, ...failures('conflict') },
      detail: {
        summary: 'Change the text or the bar of a question, or pause it',
        description: 'It applies to papers that come from now on: what was shown stays. 409 for a text asked already.',
      },
    })
    .delete(
      '/:id',
      async ({ params, user, set }) => {
        await dropQuestion(user, params.id)
        set.status = 204
      },
      {
        role: 'user',
        scope: 'never',
        params: QuestionPath,
        response: { 204: t.Void(), ...missing },
        detail: { summary: 'Remove a question', description: 'It can be restored for 30 days.' },
      },
    )
    .post('/:id/restore', ({ params, user }) => bringBackQuestion(user, params.id), {
      role: 'user',
      scope: 'never',
      params: QuestionPath,
      response: { 200: Question, ...missing, ...failures('conflict') },
      detail: { summary: 'Restore a removed question with its examples and answers' },
    })
    .get('/:id/examples', ({ params, user }) => getExamples(product, user, params.id), {
      role: 'user',
      scope: 'day:read',
      params: QuestionPath,
      response: { 200: QuestionExamples, ...missing, ...failures('unavailable') },
      detail: {
        summary: 'Ten papers to judge',
        description:
          'Those that were judged already come first. From three judgements on the question has its own bar.',
      },
    })
    .post('/:id/examples', ({ params, body, user }) => judgePaper(user, params.id, body), {
      role: 'user',
      scope: 'never',
      params: QuestionPath,
      body: JudgementInput,
      response: { 200: Question, ...missing },
      detail: {
        summary: 'Say whether a paper answers the question',
        description: 'An example or an answer; "none" takes it back. Returns the question with its precision so far.',
      },
    })
    .get('/:id/answers', ({ params, query, user }) => getAnswers(product, user, { id: params.id, ...query }), {
      role: 'user',
      scope: 'day:read',
      params: QuestionPath,
      query: QuestionDayQuery,
      response: { 200: QuestionDay, ...missing },
      detail: {
        summary: 'What a question found on a day',
        description: 'Of the newest announcement day by default, with the days before and after that it was asked of.',
      },
    })
