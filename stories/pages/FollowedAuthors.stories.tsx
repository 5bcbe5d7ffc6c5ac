import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { signedInAs } from '../config/answers.ts'
import { answersFor, dashboard } from '../config/siteAnswers.ts'

const [first, ...others] = dashboard.cards
const reason = { kind: 'author', text: 'Wei Wang', maybe: true, followed: 'Wei Wang' } as const
const asking = { ...dashboard, cards: [{ ...first!, reasons: [reason, ...first!.reasons] }, ...others] }
const onSite = (user = sampleUser) => ({
  site: { session: signedInAs(user), answers: { ...answersFor(user), 'GET /users/me/dashboard': asking } },
})

/** A card that asks whether its author is the person whom the reader follows. */
const meta = {
  title: 'Pages/FollowedAuthors',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...onSite() },
  async play({ canvas }) {
    await canvas.findByText(/perhaps by Wei Wang/)
    await expect(await canvas.findByRole('group', { name: 'Is this the Wei Wang you follow?' })).toBeVisible()
  },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

export const NotKnown: Story = {}
export const OnPhone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const NeverOnHeadlines: Story = {
  parameters: onSite({
    ...sampleUser,
    preferences: { ...sampleUser.preferences, reading: { ...sampleUser.preferences.reading, density: 'headlines' } },
  }),
  async play({ canvas }) {
    await canvas.findAllByRole('article')
    await expect(canvas.queryByRole('group', { name: 'Is this the Wei Wang you follow?' })).toBeNull()
  },
}
