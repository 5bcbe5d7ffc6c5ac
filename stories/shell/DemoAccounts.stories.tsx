import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { demoAccounts } from '#web/auth/identity.ts'
import { DemoAccounts } from '#web/components/shell/DemoAccounts.tsx'

/** For development and trying out. Never beside real accounts. Keyboard: a button each. */
const meta = {
  title: 'Shell/DemoAccounts',
  component: DemoAccounts,
  args: { accounts: demoAccounts, busy: false, onChoose: fn() },
  parameters: { path: '/login' },
} satisfies Meta<typeof DemoAccounts>

export default meta
type Story = StoryObj<typeof meta>

export const Idle: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /Administrator/ }))
    await expect(args.onChoose).toHaveBeenCalledWith(demoAccounts[2])
  },
}
export const Busy: Story = { args: { busy: true } }
