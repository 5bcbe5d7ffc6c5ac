import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { UserTable } from '#web/components/admin/UserTable.tsx'
import { users } from '../config/adminSamples.ts'

/**
 * For the accounts of an installation. Keyboard: the buttons of each row in turn; the table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/UserTable',
  component: UserTable,
  args: { rows: users, ownId: 'user-3', onSend: fn(), onDisable: fn(), onEnable: fn(), onAllowSignIn: fn() },
} satisfies Meta<typeof UserTable>

export default meta
type Story = StoryObj<typeof meta>

export const Few: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Disable Ada Linde' }))
    await expect(args.onDisable).toHaveBeenCalledWith(users[0])
    await userEvent.click(canvas.getByRole('button', { name: 'Enable Bela Moreau' }))
    await expect(args.onEnable).toHaveBeenCalledWith(users[1])
  },
}
export const OwnRow: Story = {
  args: { rows: users.slice(2, 3) },
  async play({ canvas }) {
    await expect(canvas.queryByRole('button', { name: /^Disable/ })).toBeNull()
  },
}
export const DisabledUser: Story = {
  args: { rows: users.slice(1, 2) },
  async play({ canvas }) {
    await expect(canvas.getByText(/disabled/)).toBeVisible()
  },
}
/** A new sign-in with the address of an unused account needs the permission of an admin. */
export const UnusedForLong: Story = {
  args: { rows: users.slice(3) },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText(/not used for half a year/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Allow new sign-in of Dov Ferreira' }))
    await expect(args.onAllowSignIn).toHaveBeenCalledWith(users[3])
  },
}
export const NewSignInAllowed: Story = {
  args: { rows: [{ ...users[3]!, new_sign_in_until: '2026-11-27T06:30:00.000Z' }] },
  async play({ canvas }) {
    await expect(canvas.getByText(/a new sign-in is allowed/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Allow/ })).toBeNull()
  },
}
export const Empty: Story = { args: { rows: [] } }
