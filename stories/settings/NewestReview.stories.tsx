import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { NewestReview } from '#web/components/settings/NewestReview.tsx'
import { newestReview } from '../config/reviewSamples.ts'

/** For the state of the weekly review by mail in the profile, below its settings. Nothing to press. */
const meta = {
  title: 'Settings/NewestReview',
  component: NewestReview,
  args: { review: newestReview },
} satisfies Meta<typeof NewestReview>

export default meta
type Story = StoryObj<typeof meta>

export const Sent: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('The week until Sun 22 Nov.')).toBeVisible()
    await expect(canvas.getByText(/The next one is due/)).toBeVisible()
  },
}
export const NotSent: Story = {
  args: {
    review: {
      ...newestReview,
      state: 'failed',
      reason: 'the mail server does not answer.',
      sent_at: null,
      retry_at: '2026-11-23T07:00:00.000Z',
      next_at: null,
    },
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/^The mail server does not answer\. Next try/)).toBeVisible()
  },
}
export const NothingHappened: Story = {
  args: { review: { ...newestReview, absence: 'nothing happened in the newest week' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/None of the newest week: nothing happened in the newest week\./)).toBeVisible()
  },
}
export const NoneYet: Story = {
  args: { review: { ...newestReview, week: null, state: null, sent_at: null } },
}
