import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SelectField } from '#web/components/atoms/SelectField.tsx'

const meta = {
  title: 'Atoms/SelectField',
  component: SelectField,
  args: {
    label: 'Order',
    value: 'added',
    options: [
      ['added', 'Saved last'],
      ['title', 'Title'],
    ],
    onChange: fn(),
  },
} satisfies Meta<typeof SelectField>

export default meta
type Story = StoryObj<typeof meta>

export const Chosen: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Order' }), 'Title')
    await expect(args.onChange).toHaveBeenCalledWith('title')
  },
}
