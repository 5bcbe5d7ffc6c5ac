import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SettingField } from '#web/components/admin/SettingField.tsx'

/**
 * For a setting that has a default. Not for a secret: take `SecretField`. Keyboard: the field, then its reset.
 */
const meta = {
  title: 'Admin/SettingField',
  component: SettingField,
  args: { label: 'Requests a day', value: '1000', standard: '1000', problem: undefined, onChange: fn() },
} satisfies Meta<typeof SettingField>

export default meta
type Story = StoryObj<typeof meta>

export const Standard: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('The default')).toBeVisible()
  },
}
export const Changed: Story = {
  args: { value: '400', standardText: '1,000' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Reset to default: Requests a day' }))
    await expect(args.onChange).toHaveBeenCalledWith('1000')
  },
}
export const Refused: Story = { args: { value: 'many', problem: 'A whole number.' } }
