import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { ShortcutHelp } from '#web/components/shell/ShortcutHelp.tsx'
import { destinations, destinationsFor } from '#web/shared/destinations.ts'

/** For the list of keys. Keyboard: `?` opens, Escape closes. */
const meta = {
  title: 'Shell/ShortcutHelp',
  component: ShortcutHelp,
  parameters: { docs: { story: { inline: false } } },
  args: { open: true, pages: destinationsFor(sampleUser), enabled: true, onClose: fn() },
} satisfies Meta<typeof ShortcutHelp>

export default meta
type Story = StoryObj<typeof meta>

export const Enabled: Story = {
  async play({ args, userEvent }) {
    await screen.findByText('Reading List')
    await expect(screen.queryByText('Admin Panel')).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Admin: Story = { args: { pages: destinations } }
export const SwitchedOff: Story = { args: { enabled: false } }
