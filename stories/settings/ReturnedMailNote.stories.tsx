import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ReturnedMailNote } from '#web/components/settings/ReturnedMailNote.tsx'

/** For a reader whose mail comes back. Keyboard: one button, one link. */
const meta = {
  title: 'Settings/ReturnedMailNote',
  component: ReturnedMailNote,
  args: {
    email: 'reader@example.org',
    returned: { cause: 'no-mailbox', reason: '550 5.1.1 No such user', since: '2026-11-03T06:00:00.000Z' },
    onResume: fn(),
  },
} satisfies Meta<typeof ReturnedMailNote>

export default meta
type Story = StoryObj<typeof meta>

export const Returned: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again with the next digest' }))
    await expect(args.onResume).toHaveBeenCalledOnce()
  },
}
export const OnTheDashboard: Story = { args: { linksToSettings: true } }
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
export const Phone: Story = {
  args: { linksToSettings: true, foldsOnPhone: true },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    const button = canvas.getByRole('button', { name: 'Try again with the next digest', hidden: true })
    await expect(button).not.toBeVisible()
    await userEvent.click(canvas.getByText('Mail to you came back'))
    await expect(button).toBeVisible()
  },
}
