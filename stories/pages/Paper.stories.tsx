import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { items, mathPaper, papers } from '../config/samples.ts'
import { detailsOf } from '../config/paperSamples.ts'
import { answersFor } from '../config/siteAnswers.ts'

const paper = papers[0]!
const details = detailsOf(paper)
const pathOf = (id: string) => `/paper/${id}`
const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Paper',
  component: PaperPage,
  parameters: { path: pathOf(paper.id), layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof PaperPage>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    await canvas.findByText('Shown to you on Fri 20 Nov 2026, place 1 of 90.')
    await canvas.findByText('Both: night vision, shot noise')
  },
}
export const SavedWithNote: Story = {
  parameters: onSite({
    [`GET /papers/${paper.id}`]: {
      ...details,
      state: { ...details.state, saved: true, saved_item_id: items[0]!.id },
    },
  }),
  async play({ canvas }) {
    await canvas.findByDisplayValue(/The power meter trick/)
  },
}
export const NeverShown: Story = {
  parameters: {
    path: pathOf(mathPaper.id),
    ...onSite({
      [`GET /papers/${mathPaper.id}`]: { ...detailsOf(mathPaper), versions: [], delivered: undefined },
      [`GET /papers/${mathPaper.id}/similar`]: { items: [], total: 0 },
      'GET /users/me/whereabouts': { ref: mathPaper.id, fate: 'other_categories', categories: ['math.AP'] },
    }),
  },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Where it went' })
    await canvas.findByText('No paper of the library is close to this one.')
  },
}
export const Withdrawn: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: { ...details, withdrawn: true } }),
  async play({ canvas }) {
    await canvas.findByText('Its authors have withdrawn this paper.')
  },
}
export const Unknown: Story = {
  parameters: { path: pathOf('1706.03762v5') },
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Look it up at arXiv' })
    await expect(link).toHaveAttribute('href', 'https://arxiv.org/abs/1706.03762')
  },
}
export const Loading: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading the paper' })
  },
}
export const Failed: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile2' } },
  async play({ canvas }) {
    await canvas.findByText('Both: night vision, shot noise')
  },
}
