import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
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
const withFreshness = (freshness: Partial<typeof dashboard.freshness>, user = sampleUser) =>
  onSite({ 'GET /users/me/dashboard': { ...dashboard, freshness: { ...dashboard.freshness, ...freshness } } }, user)
const missing_days = ['2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-09', '2026-11-10']

export const RecoveredDay: Story = {
  parameters: withFreshness({ day_state: 'recovered', unaccounted: 13 }),
  async play({ canvas }) {
    await canvas.findByText(/Recovered afterwards; may be incomplete: 13 records/)
  },
}
export const DaysMissing: Story = {
  parameters: withFreshness({ missing_days }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByText('We were away: 6 days are missing, 3 to 10 November'))
    await expect(await canvas.findByRole('button', { name: 'Wed 4 Nov' })).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'Fetch them' })).toBeNull()
  },
}
export const DaysMissingForAnAdmin: Story = {
  parameters: withFreshness({ missing_days }, { ...sampleUser, is_admin: true }),
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Fetch them' })
  },
}
export const MissedDay: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': { ...dayWithout('missed'), day: '2026-11-12' } }),
  async play({ canvas }) {
    await canvas.findByText(/It can still be fetched/)
  },
}
export const AnnouncedNothing: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': { ...dayWithout('announced_nothing'), day: '2026-11-26' } }),
  async play({ canvas }) {
    await canvas.findByText('arXiv announced nothing on Thursday 26 November')
  },
}
export const Question: Story = {
  parameters: onSite({
    'GET /users/me/whereabouts': {
      ref: '2611.90001',
      fate: 'other_categories',
      day: '2026-11-17',
      categories: ['cs.CV'],
      paper: dashboard.cards[0]!.paper,
    },
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask about a paper' }))
    const field = await screen.findByRole('textbox', { name: 'Ask about a paper: id, address or title' })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, '2611.90001{Enter}')
    await screen.findByText(/Announced on Tue 17 Nov in cs.CV only/)
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
