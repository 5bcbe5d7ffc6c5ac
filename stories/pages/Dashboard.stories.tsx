import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor, dashboard, dayWithout } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}, user = sampleUser) => ({
  site: { session: signedInAs(user), answers: { ...answersFor(user), ...answers } },
})

const meta = {
  title: 'Pages/Dashboard',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

export const DayWithPapers: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeVisible()
    await expect(await canvas.findAllByRole('article')).toHaveLength(dashboard.cards.length)
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading papers' })
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const SourceFailing: Story = {
  parameters: onSite({
    'GET /users/me/dashboard': {
      ...dashboard,
      freshness: {
        ...dashboard.freshness,
        failing_since: '2026-11-20T05:10:00.000Z',
        failure: 'The feed answered 503 three times.',
      },
    },
  }),
  async play({ canvas }) {
    await canvas.findByText(/could not be reached/)
  },
}
export const Weekend: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': { ...dayWithout('weekend'), day: '2026-11-21' } }),
  async play({ canvas }) {
    await canvas.findByText('arXiv does not announce on Saturdays')
  },
}
export const EmptyLibrary: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': dayWithout('empty_library') }),
  async play({ canvas }) {
    await canvas.findByText('The library is empty')
  },
}
export const FirstVisit: Story = {
  parameters: onSite(
    { 'GET /users/me/dashboard': dayWithout('no_categories') },
    { ...sampleUser, category_ids: [], onboarded: false },
  ),
  async play({ canvas }) {
    await canvas.findByText('Step 1 of 2')
    await canvas.findByRole('button', { name: 'Statistics' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile2' } },
  async play({ canvas }) {
    await canvas.findAllByRole('article')
  },
}
