import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { signedInAs, type Answers } from '../config/answers.ts'
import { answersFor, dashboard, dayWithout } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}, user = sampleUser) => ({
  site: { session: signedInAs(user), answers: { ...answersFor(user), ...answers } },
})

/** The dashboard of an installation that could not fetch papers yet. */
const meta = {
  title: 'Pages/SampleLibrary',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

const newcomer = { ...sampleUser, category_ids: [], onboarded: false }
const emptyLibrary = dayWithout('empty_library')
export const FirstVisit: Story = {
  parameters: onSite(
    {
      'GET /users/me/dashboard': { ...emptyLibrary, freshness: { ...emptyLibrary.freshness, reason: 'no_categories' } },
    },
    newcomer,
  ),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Finish' })
    await expect(canvas.queryByText(/^Step 1/)).toBeNull()
  },
}
export const Loading: Story = {
  parameters: onSite({
    'GET /users/me/dashboard': {
      ...emptyLibrary,
      freshness: { ...emptyLibrary.freshness, reason: 'running', samples_loading: { done: 12, total: 20 } },
    },
  }),
  async play({ canvas }) {
    await canvas.findByRole('progressbar', { name: '12 of 20 days are loaded' })
  },
}
export const Loaded: Story = {
  parameters: onSite({
    'GET /users/me/dashboard': { ...dashboard, freshness: { ...dashboard.freshness, sample: true } },
  }),
  async play({ canvas }) {
    await canvas.findByText(/all its papers and people are invented/)
  },
}
export const SetupOffered: Story = {
  beforeEach() {
    sessionStorage.setItem(`onboarding ${sampleUser.id}`, 'later')
    return () => sessionStorage.removeItem(`onboarding ${sampleUser.id}`)
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Go on with the setup' }))
    await canvas.findByText('Step 2 of 5')
  },
}
