import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import {
  JudgementInput,
  QuestionChanges,
  QuestionInput,
  type JudgedPaper,
  type Question,
  type QuestionDay,
} from '#api/contract/questions.ts'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { YourQuestions } from '#web/pages/Dashboard/YourQuestions.tsx'
import { Questions } from '#web/pages/Questions/Questions.tsx'

const DAY = '2026-11-20'
const paperOf = (number: number, value: JudgedPaper['value'] = null) => ({
  paper: {
    ...samplePaper,
    id: `arxiv:2611.0000${number}`,
    title: `Paper ${number}`,
    title_segments: [{ text: `Paper ${number}` }],
  },
  value,
})
const made = (text: string, id = text): Question => ({
  id,
  text,
  bar: 'usual',
  paused: false,
  state: 'ready',
  judged: { yes: 2, no: 1 },
  precision: null,
  made_at: '2026-11-02T09:00:00.000Z',
})

/** In-memory API of one user with these questions, each with one answer. */
function questionApi(...texts: string[]) {
  let questions = texts.map((text) => made(text))
  let removed: Question[] = []
  const examples = [paperOf(1), paperOf(2), paperOf(3)]
  const judged: JudgementInput[] = []
  const day: QuestionDay = { day: DAY, asked: true, papers: 9, answers: [], near: [], by_words: false }
  const found = { ...day, answers: [{ ...paperOf(7), probability: 0.9, outside: false }] }
  const listed = () => ({ items: questions, total: questions.length })
  const app = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => sampleUser)
    .get('/users/me/questions', listed)
    .post('/users/me/questions', ({ body }) => questions[questions.push(made(body.text)) - 1], { body: QuestionInput })
    .get('/users/me/questions/answers', () => ({
      day: DAY,
      items: questions.map((question) => ({ ...found, question })),
      total: questions.length,
    }))
    .put(
      '/users/me/questions/:id',
      ({ params, body }) => {
        questions = questions.map((one) => (one.id === params.id ? { ...one, ...body } : one))
        return questions.find(({ id }) => id === params.id)
      },
      { body: QuestionChanges },
    )
    .delete('/users/me/questions/:id', ({ params, set }) => {
      removed = questions.filter(({ id }) => id === params.id)
      questions = questions.filter(({ id }) => id !== params.id)
      set.status = 204
    })
    .post('/users/me/questions/:id/restore', () => {
      questions = [...questions, ...removed]
      return removed[0]
    })
    .get('/users/me/questions/:id/answers', () => found)
    .get('/users/me/questions/:id/examples', () => ({ items: examples, total: 3, by_words: false }))
    .post(
      '/users/me/questions/:id/examples',
      ({ params, body }) => {
        judged.push(body)
        const example = examples.find(({ paper }) => paper.id === body.paper_id)
        if (example) example.value = body.value === 'none' ? null : body.value
        return questions.find(({ id }) => id === params.id)
      },
      { body: JudgementInput },
    )
  return { api: app, judged, questions: () => questions }
}

/** Waits until the keys act on the paper with this title. */
const current = async (title: string) =>
  waitFor(() => {
    const row = screen.getAllByRole('article').find((one) => one.getAttribute('aria-current') === 'true')
    expect(row === undefined ? null : within(row).getByRole('heading').textContent).toBe(title)
  })

describe('The page of questions', () => {
  test('asks a question, which is opened', async () => {
    const { api, questions } = questionApi()
    const { person } = await renderPage(<Questions />, { api, path: '/questions?ask=lanterns' })
    await person.type(await screen.findByRole('textbox'), ' of glass?')
    await person.click(screen.getByRole('button', { name: 'Ask this every day' }))
    await screen.findByRole('heading', { level: 1, name: 'lanterns of glass?' })
    expect(questions().map(({ text }) => text)).toEqual(['lanterns of glass?'])
  })

  test('pauses a question, removes it, and takes that back', async () => {
    const { api, questions } = questionApi('lanterns')
    const { person } = await renderPage(<Questions />, { api, path: '/questions' })
    await screen.findByText('1 answer')
    await person.click(screen.getByRole('button', { name: 'Pause' }))
    await screen.findByRole('button', { name: 'Go on' })
    expect(questions()[0]?.paused).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByText('No questions yet')
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByRole('link', { name: 'lanterns' })
  })

  test('judges the examples by keys, one after the other, and can skip one', async () => {
    const { api, judged } = questionApi('lanterns')
    const { person } = await renderPage(<Questions />, { api, path: '/questions?question=lanterns' })
    await current('Paper 1')
    await person.keyboard('y')
    await current('Paper 2')
    await person.keyboard('s')
    await current('Paper 3')
    await person.keyboard('n')
    await waitFor(() => expect(judged).toHaveLength(2))
    expect(judged).toEqual([
      { paper_id: 'arxiv:2611.00001', value: 'yes' },
      { paper_id: 'arxiv:2611.00003', value: 'no' },
    ])
  })

  test('takes a judgement of an answer back by the same button, and moves the bar', async () => {
    const { api, judged, questions } = questionApi('lanterns')
    const { person } = await renderPage(<Questions />, { api, path: '/questions?question=lanterns' })
    const group = await screen.findByRole('group', { name: /Paper 1/ })
    await person.click(within(group).getByRole('button', { name: 'Yes' }))
    await person.click(await within(group).findByRole('button', { name: 'Yes', pressed: true }))
    await waitFor(() => expect(judged.map(({ value }) => value)).toEqual(['yes', 'none']))
    await person.click(screen.getByRole('button', { name: 'More' }))
    await waitFor(() => expect(questions()[0]?.bar).toBe('more'))
  })
})

describe('On the dashboard', () => {
  test('the answers of the day are listed', async () => {
    await renderPage(<YourQuestions day={DAY} />, { api: questionApi('lanterns').api, path: '/' })
    await screen.findByRole('heading', { name: 'Your questions: 1 answer' })
    expect(screen.getByRole('link', { name: 'Paper 7' }).getAttribute('href')).toBe('/paper/arxiv:2611.00007')
  })

  test('there is nothing for a user without questions', async () => {
    const asked: string[] = []
    const { api } = questionApi()
    const handle = (request: Request) => {
      asked.push(new URL(request.url).pathname)
      return api.handle(request)
    }
    const { container } = await renderPage(<YourQuestions day={DAY} />, { api: { handle }, path: '/' })
    await waitFor(() => expect(asked).toContain('/api/users/me/questions/answers'))
    expect(container.querySelector('section')).toBeNull()
  })
})
