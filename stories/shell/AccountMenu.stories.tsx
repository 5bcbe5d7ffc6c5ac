import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { AccountMenu } from '#web/components/shell/AccountMenu.tsx'

/** For the bar, once. Keyboard: Enter opens, arrow keys move, Escape closes and returns. */
const meta = {
  title: 'Shell/AccountMenu',
  component: AccountMenu,
  args: { user: sampleUser, label: 'Hello, Ada', onSignOut: fn(), onShowShortcuts: fn() },
} satisfies Meta<typeof AccountMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const Open: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button'))
    const profile = await screen.findByRole('menuitem', { name: 'Profile' })
    await waitFor(() => expect(profile).toBeVisible())
  },
}
export const SigningOut: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await expect(args.onSignOut).toHaveBeenCalledOnce()
  },
}
