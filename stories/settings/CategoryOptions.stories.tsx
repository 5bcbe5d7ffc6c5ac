import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CategoryOptions } from '#web/components/settings/CategoryOptions.tsx'
import { categories } from '../config/categorySamples.ts'

/** For categories of one group. Keyboard: arrow keys, Home and End move, Space toggles. */
const meta = {
  title: 'Settings/CategoryOptions',
  component: CategoryOptions,
  args: {
    label: 'Computer Science',
    categories: categories.slice(0, 5),
    chosen: ['cs.LG'],
    disabled: false,
    onToggle: fn(),
  },
} satisfies Meta<typeof CategoryOptions>

export default meta
type Story = StoryObj<typeof meta>

export const SomeChosen: Story = {
  async play({ args, canvas, userEvent }) {
    canvas.getAllByRole('checkbox')[0]?.focus()
    await userEvent.keyboard('{ArrowDown} ')
    await expect(args.onToggle).toHaveBeenCalledWith('cs.CL')
  },
}
export const Disabled: Story = { args: { disabled: true } }
