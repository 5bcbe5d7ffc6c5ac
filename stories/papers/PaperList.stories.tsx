import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { Dashboard as Day } from '#api/contract/dashboard.ts'
import type { Card } from '#api/contract/papers.ts'
import { outlineOf, sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { paperOf } from '../config/samples.ts'
import { answersFor, dashboard } from '../config/siteAnswers.ts'

const onSite = (answers: Answers) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

/** A day with so many cards; the first 30 come with the day, and the others as the reader scrolls. */
function dayOf(count: number, changes: Partial<Day> = {}) {
  const cards = Array.from({ length: count }, (_, index): Card => {
    const paper = paperOf(100 + index, `Lanterns in fog, part ${index + 1}`)
    return { ...dashboard.cards[0]!, paper, rank: index + 1 }
  })
  return onSite({
    'GET /users/me/dashboard': { ...dashboard, ...changes, cards: cards.slice(0, 30), outline: outlineOf(cards) },
    'GET /users/me/dashboard/cards': { items: cards.slice(30, 60), total: count },
  })
}

/** For the papers of a day. It ends, and says so. Keyboard: `j` and `k`. */
const meta = {
  title: 'Papers/PaperList',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...dayOf(30) },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading papers' })
  },
}
export const OnePaper: Story = {
  parameters: dayOf(1),
  async play({ canvas }) {
    await expect(await canvas.findAllByRole('article')).toHaveLength(1)
  },
}
export const ThirtyPapers: Story = {
  async play({ canvas }) {
    await canvas.findByRole('article', { name: 'Lanterns in fog, part 30' })
  },
}
export const FiveHundredPapers: Story = {
  parameters: dayOf(500),
  async play({ canvas }) {
    await canvas.findByRole('article', { name: 'Lanterns in fog, part 30' })
  },
}
export const EndOfDay: Story = {
  parameters: dayOf(2),
  async play({ canvas }) {
    const last = await canvas.findByRole('article', { name: 'Lanterns in fog, part 2' })
    last.scrollIntoView()
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Stale: Story = {
  parameters: dayOf(30, {
    freshness: {
      ...dashboard.freshness,
      failing_since: '2026-11-20T05:10:00.000Z',
      failure: 'The feed answered 503 three times.',
    },
  }),
  async play({ canvas }) {
    await canvas.findByText(/could not be reached/)
  },
}
