import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { UserTable } from '#web/components/admin/UserTable.tsx'
import { users } from '../config/samples.ts'

const meta = {
  title: 'Admin/UserTable',
  component: UserTable,
  args: { rows: users, ownId: 'user-3', onSend: fn(), onDisable: fn(), onEnable: fn() },
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
  args: { rows: users.slice(2) },
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
export const Empty: Story = { args: { rows: [] } }
