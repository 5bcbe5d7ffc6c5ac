import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Questions } from '#web/pages/Questions/Questions.tsx'
import { never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { examples, longQuestion, newQuestion, nothingDay, question, questionDay } from '../config/questionSamples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const listOf = (items: readonly unknown[]) => ({ items, total: items.length })
const onSite = (answers: Answers = {}) => ({
  site: {
    session: signedInAs(sampleUser),
    answers: {
      ...answersFor(sampleUser),
      'GET /users/me/questions': listOf([question, newQuestion, longQuestion]),
      'GET /users/me/questions/answers': {
        day: questionDay.day,
        ...listOf([
          { ...questionDay, question },
          { ...nothingDay, question: newQuestion },
        ]),
      },
      'GET /users/me/questions/q-1/answers': questionDay,
      'GET /users/me/questions/q-1/examples': examples,
      'GET /users/me/questions/q-2/answers': nothingDay,
      'GET /users/me/questions/q-2/examples': listOf([]),
      'POST /users/me/questions/q-1/examples': question,
      ...answers,
    },
  },
})

const meta = {
  title: 'Pages/Questions',
  component: Questions,
  parameters: { path: '/questions', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Questions>

export default meta
type Story = StoryObj<typeof meta>

export const Several: Story = {
  async play({ canvas }) {
    await canvas.findByText('2 answers')
    await canvas.findByText('Nothing today')
  },
}
export const None: Story = {
  parameters: onSite({ 'GET /users/me/questions': listOf([]) }),
  async play({ canvas }) {
    await canvas.findByText('No questions yet')
  },
}
export const Loading: Story = { parameters: onSite({ 'GET /users/me/questions': never }) }
export const Failed: Story = {
  parameters: onSite({ 'GET /users/me/questions': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: /Try again/ })
  },
}
export const FromASearch: Story = {
  parameters: { path: '/questions?ask=lanterns+of+glass' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('textbox')).toHaveValue('lanterns of glass')
  },
}
export const Opened: Story = {
  parameters: { path: '/questions?question=q-1' },
  async play({ canvas, userEvent }) {
    await canvas.findByText('2 answers of 412 new papers.')
    await userEvent.click(canvas.getByRole('button', { name: 'Show 2 near misses' }))
    await canvas.findByRole('button', { name: 'Hide near misses' })
  },
}
export const NothingToday: Story = {
  parameters: { path: '/questions?question=q-2' },
  async play({ canvas }) {
    await canvas.findByText(/Nothing today, of 412 new papers/)
  },
}
export const OpenedFailed: Story = {
  parameters: {
    path: '/questions?question=q-1',
    ...onSite({ 'GET /users/me/questions/q-1/answers': serverError, 'GET /users/me/questions/q-1/examples': never }),
  },
}
export const OnTheDashboard: Story = {
  parameters: { ...onSite(), path: '/dashboard' },
  async play({ canvas }) {
    await canvas.findByText('Your questions: 2 answers')
  },
}
export const OnAPhone: Story = { ...Opened, tags: ['phone'] }
