import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { TerminalRows } from '#web/components/settings/TerminalRows.tsx'
import { terminals } from '../config/siteAnswers.ts'

/** For terminals that are signed in. Keyboard: the button of each row. */
const meta = {
  title: 'Settings/TerminalRows',
  component: TerminalRows,
  args: { terminals, busy: false, onEnd: fn() },
} satisfies Meta<typeof TerminalRows>

export default meta
type Story = StoryObj<typeof meta>

export const Two: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Sign out paperdawn on lab-pc' }))
    await expect(args.onEnd).toHaveBeenCalledWith('terminal-1')
  },
}
export const None: Story = { args: { terminals: [] } }
export const Busy: Story = { args: { busy: true } }
