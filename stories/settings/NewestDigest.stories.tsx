import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { NewestDigest } from '#web/components/settings/NewestDigest.tsx'

const digest = { day: '2026-11-20', state: null, reason: null, sent_at: null, retry_at: null, absence: null }

/** For what became of the newest mail. It has no controls. */
const meta = { title: 'Settings/NewestDigest', component: NewestDigest, args: { digest } } satisfies Meta<
  typeof NewestDigest
>

export default meta
type Story = StoryObj<typeof meta>

export const Due: Story = { args: { digest: { ...digest, reason: 'it is due' } } }
export const Sent: Story = { args: { digest: { ...digest, state: 'sent', sent_at: '2026-11-20T06:00:04.000Z' } } }
export const NoneToday: Story = {
  args: {
    digest: {
      ...digest,
      state: 'sent',
      sent_at: '2026-11-20T06:00:04.000Z',
      absence: 'no announcement is expected on this day',
    },
  },
  async play({ canvas }) {
    await expect(canvas.getByText('None today: no announcement is expected on this day.')).toBeVisible()
  },
}
export const Skipped: Story = {
  args: { digest: { ...digest, reason: 'you did not choose this weekday' } },
  async play({ canvas }) {
    await expect(canvas.getByText('None yet')).toBeVisible()
  },
}
export const Deferred: Story = {
  args: {
    digest: { ...digest, state: 'failed', reason: '451 4.7.1 Greylisted', retry_at: '2026-11-20T06:15:04.000Z' },
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/^451 4\.7\.1 Greylisted\. Next try/)).toBeVisible()
  },
}
