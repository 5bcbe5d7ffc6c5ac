import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { destinations, destinationsFor } from '#web/shared/destinations.ts'
import { NavDrawer } from '#web/components/shell/NavDrawer.tsx'

/** For the destinations on small screens. Keyboard: the focus stays in it; Escape closes and returns. */
const meta = {
  title: 'Shell/NavDrawer',
  component: NavDrawer,
  parameters: { docs: { story: { inline: false } } },
  args: {
    open: true,
    items: destinationsFor(sampleUser),
    current: 'search',
    toRead: 14,
    user: sampleUser,
    onClose: fn(),
    onSignOut: fn(),
  },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
} satisfies Meta<typeof NavDrawer>

export default meta
type Story = StoryObj<typeof meta>

export const Reader: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
    await expect(args.onSignOut).toHaveBeenCalledOnce()
  },
}
export const Admin: Story = { args: { items: destinations, current: 'admin' } }
export const Closed: Story = { args: { open: false } }
