import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { NewTokenDialog } from '#web/components/settings/NewTokenDialog.tsx'

/** For making a personal token. Keyboard: Escape closes the form, but not a token that is shown. */
const meta = {
  title: 'Settings/NewTokenDialog',
  component: NewTokenDialog,
  parameters: { docs: { story: { inline: false } } },
  args: { open: true, isAdmin: false, busy: false, token: null, onMake: fn(), onClose: fn() },
} satisfies Meta<typeof NewTokenDialog>

export default meta
type Story = StoryObj<typeof meta>

const TOKEN = 'pd_0Zk1rT8uYw5nB2cX7dLfHs4aJpEe3vQm0Zk1rT8uYw5nAbCdEf'
const findDialog = async () => within(await screen.findByRole('dialog'))

export const Empty: Story = {
  async play() {
    const dialog = await findDialog()
    await expect(dialog.getByRole('button', { name: 'Make the token' })).toBeDisabled()
    await expect(dialog.getAllByRole('checkbox')).toHaveLength(4)
  },
}
export const Filled: Story = {
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Reading agent')
    await userEvent.click(dialog.getByRole('checkbox', { name: /Save, remove, tag/ }))
    await userEvent.click(dialog.getByRole('checkbox', { name: /Read your days/ }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'End' }))
    await userEvent.click(await screen.findByRole('option', { name: 'No end' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Make the token' }))
    await expect(args.onMake).toHaveBeenCalledWith({
      name: 'Reading agent',
      scopes: ['day:read', 'list:write'],
      expires_at: null,
    })
  },
}
export const Admin: Story = {
  args: { isAdmin: true },
  async play() {
    await expect((await findDialog()).getAllByRole('checkbox')).toHaveLength(6)
  },
}
export const Making: Story = { args: { busy: true } }
export const Failed: Story = { args: { error: 'You have 20 tokens, as many as are allowed. Revoke one first.' } }
export const ShownOnce: Story = {
  args: { token: TOKEN },
  async play({ args, userEvent }) {
    const dialog = await findDialog()
    await expect(dialog.getByRole('textbox', { name: 'Token' })).toHaveValue(TOKEN)
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { isAdmin: true },
}
export const PhoneShownOnce: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { token: TOKEN },
}
