import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SecretField } from '#web/components/admin/SecretField.tsx'

/**
 * For a secret that can be written but not read. Not for what may be shown: take `TextField`. Keyboard: Replace password is a button that becomes the field.
 */
const meta = {
  title: 'Admin/SecretField',
  component: SecretField,
  args: { noun: 'password', name: 'mail password', isSet: true, value: undefined, onChange: fn() },
} satisfies Meta<typeof SecretField>

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
/** The key of an outside service. */
export const SavedKey: Story = {
  args: { noun: 'key', name: 'key of Semantic Scholar' },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Replace key' })).toBeVisible()
  },
}
export const Refused: Story = {
  args: { noun: 'key', value: 'abc', error: 'Semantic Scholar answers only with a key.' },
}
export const None: Story = { args: { isSet: false } }
