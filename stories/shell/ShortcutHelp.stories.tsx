import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ShortcutHelp } from '#web/components/shell/ShortcutHelp.tsx'

/** For the list of keys. Keyboard: `?` opens, Escape closes. */
const meta = {
  title: 'Shell/ShortcutHelp',
  component: ShortcutHelp,
  parameters: { docs: { story: { inline: false } } },
  args: { open: true, enabled: true, onClose: fn() },
} satisfies Meta<typeof ShortcutHelp>

export default meta
type Story = StoryObj<typeof meta>

export const Enabled: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const SwitchedOff: Story = { args: { enabled: false } }
