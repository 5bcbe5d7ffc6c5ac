import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { WithoutMailBanner } from '#web/components/admin/WithoutMailBanner.tsx'

const none = { total: 0, waiting: 0, deferred: 0, refused: 0, uncertain: 0, suppressed: 0, welcome: 0 }

/**
 * At the top of the page of the mails. Not for mails that are off: take `KillSwitchBanner`. Keyboard: the buttons in turn.
 */
const meta = {
  title: 'Admin/WithoutMailBanner',
  component: WithoutMailBanner,
  args: {
    readers: { ...none, total: 9, waiting: 6, uncertain: 3 },
    check: {
      state: 'down',
      message:
        '9 readers are without their newest digest: 6 not tried yet, 3 perhaps sent. The connection was lost before the server replied.',
    },
    onShowMails: fn(),
    onShowAddresses: fn(),
  },
} satisfies Meta<typeof WithoutMailBanner>

export default meta
type Story = StoryObj<typeof meta>

export const StoppedRun: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('link', { name: 'Show the runs of the digests' })).toHaveAttribute(
      'href',
      '/admin?tab=ingestion&runs=digest',
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Show the mails perhaps sent' }))
    await expect(args.onShowMails).toHaveBeenCalledWith('uncertain')
    await expect(canvas.queryByRole('button', { name: 'Show the failed mails' })).toBeNull()
  },
}
export const TriedAgain: Story = {
  args: {
    readers: { ...none, total: 1, deferred: 1 },
    check: {
      state: 'slow',
      message: '1 reader is without the newest digest: 1 not accepted, to be tried again. 451 4.7.1 Greylisted.',
    },
  },
}
export const RefusedAndHeldBack: Story = {
  args: {
    readers: { ...none, total: 3, refused: 2, suppressed: 1 },
    check: {
      state: 'down',
      message: `3 readers are without their newest digest: 2 refused, not tried again, 1 with an address that the mail server refuses. 554 5.6.0 ${'Malformed'.repeat(30)}.`,
    },
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the failed mails' }))
    await expect(args.onShowMails).toHaveBeenCalledWith('failed')
    await userEvent.click(canvas.getByRole('button', { name: 'Show the addresses without mail' }))
    await expect(args.onShowAddresses).toHaveBeenCalled()
  },
}
export const NobodyWithoutMail: Story = {
  args: { readers: none, check: { state: 'ok', message: 'The newest digests reached all their readers.' } },
  async play({ canvas }) {
    await expect(canvas.queryByRole('alert')).toBeNull()
  },
}
