import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from 'storybook/test'
import type { Reason } from '#api/contract/reasons.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor, dashboard, dayWithout } from '../config/siteAnswers.ts'
import { catchUp } from '../config/tasteSamples.ts'

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
    await canvas.findByText('Step 1 of 5')
    await canvas.findByRole('button', { name: 'Statistics' })
  },
}
const away = { ...dashboard, catch_up: { days: 8, papers: 1_412, best: 40, minutes: 20 }, mixed: true }
export const AfterDaysAway: Story = {
  parameters: onSite({ 'GET /users/me/dashboard': away }),
  async play({ canvas }) {
    await canvas.findByText(/You were away for 8 days/)
    await expect(canvas.getByText('Friday’s list mixes two orders to compare them.')).toBeVisible()
    await expect(canvas.getByText('Your 20 minutes end here. 2 more below.')).toBeVisible()
  },
}
export const CatchUp: Story = {
  parameters: { path: '/dashboard?catch-up=1', ...onSite() },
  async play({ canvas }) {
    await canvas.findByText('You are through the best 4 papers.')
    await expect(canvas.getByRole('button', { name: 'Thu 19 Nov: 40' })).toBeVisible()
  },
}
export const CatchUpRead: Story = {
  parameters: {
    path: '/dashboard?catch-up=1',
    ...onSite({ 'GET /users/me/catch-up': { ...catchUp, cards: [], minutes: 0 } }),
  },
  async play({ canvas }) {
    await canvas.findByText('You are through the best papers of the days you missed.')
  },
}
export const NothingToCatchUp: Story = {
  parameters: {
    path: '/dashboard?catch-up=1',
    ...onSite({ 'GET /users/me/catch-up': { ...catchUp, cards: [], days: [] } }),
  },
  async play({ canvas }) {
    await canvas.findByText('Nothing to catch up on')
  },
}
export const CatchUpFailed: Story = {
  parameters: { path: '/dashboard?catch-up=1', ...onSite({ 'GET /users/me/catch-up': serverError }) },
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
const reasons: Reason[][] = [
  [
    { kind: 'near', text: 'Dim rooms, bright models', paper_id: dashboard.cards[2]!.paper.id },
    { kind: 'term', text: 'shot noise' },
    { kind: 'category', text: 'cs.LG' },
  ],
  [{ kind: 'next_door', text: 'math.ST' }],
  [{ kind: 'explore', text: 'comets' }],
  [{ kind: 'author', text: 'K. Adeyemi', maybe: true }],
]
export const ReasonsAndSimilar: Story = {
  parameters: onSite({
    'GET /users/me/dashboard': {
      ...dashboard,
      cards: dashboard.cards.map((card, index) => ({ ...card, reasons: reasons[index] ?? [] })),
    },
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('link', { name: 'Dim rooms, bright models' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close to Dim rooms, bright models' })
    await within(dialog).findByRole('link', { name: 'Four ways to lose a comet' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(canvas.getAllByRole('button', { name: 'Similar' })[0]!)
    await screen.findByRole('dialog', { name: 'Similar papers' })
    await screen.findByText('Both: night vision, shot noise')
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    const [first] = await canvas.findAllByRole('article')
    // In the upper half of a screen of 844 px.
    await waitFor(() => expect(first?.getBoundingClientRect().top).toBeLessThan(422))
  },
}
export const PhoneAfterDaysAway: Story = { ...Phone, parameters: AfterDaysAway.parameters! }
export const TodayIsBeingFetched: Story = {
  parameters: onSite({
    'GET /users/me/dashboard': {
      ...away,
      catch_up: { ...away.catch_up, coming: 2 },
      since_last_visit: { from: '2026-11-10T07:00:00.000Z', count: 1_412 },
      freshness: { ...dashboard.freshness, coming_days: ['2026-11-23', '2026-11-24'] },
    },
  }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1, name: 'Tuesday, 24 November' })
    await canvas.findByText(/^Being fetched. Newest list: Fri 20 Nov, /)
  },
}
export const PhoneWithNotices: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  parameters: onSite({
    'GET /users/me/dashboard': {
      ...dashboard,
      catch_up: away.catch_up,
      freshness: {
        ...dashboard.freshness,
        failing_since: '2026-11-20T05:10:00.000Z',
        failure: 'The feed answered 503 three times.',
        missing_days,
      },
    },
    'GET /users/me/mail': {
      returned: { cause: 'no-mailbox', reason: '550 no such user', since: '2026-11-12T07:00:00.000Z' },
    },
  }),
  async play({ canvas, userEvent }) {
    const [first] = await canvas.findAllByRole('article')
    await canvas.findByText('Mail to you came back')
    await waitFor(() => expect(first?.getBoundingClientRect().top).toBeLessThan(422))
    await userEvent.click(canvas.getByText(/^3 notices: you were away for 8 days, the source fails, days are missing$/))
    await expect(canvas.getByText(/could not be reached/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Catch up' })).toBeVisible()
  },
}
