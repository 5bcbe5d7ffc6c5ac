import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SmtpPassword } from '#web/components/admin/SmtpPassword.tsx'

/**
 * For a secret that can be written but not read. Not for what may be shown: take `TextField`. Keyboard: Replace password is a button that becomes the field.
 */
const meta = {
  title: 'Admin/SmtpPassword',
  component: SmtpPassword,
  args: { isSet: true, value: undefined, onChange: fn() },
} satisfies Meta<typeof SmtpPassword>

export default meta
type Story = StoryObj<typeof meta>

export const Set: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove password' }))
    await expect(args.onChange).toHaveBeenCalledWith('')
  },
}
export const Removed: Story = { args: { value: '' } }
export const Replacing: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Replace password' }))
    await expect(canvas.getByLabelText('New password')).toHaveValue('')
  },
}
export const None: Story = { args: { isSet: false } }
