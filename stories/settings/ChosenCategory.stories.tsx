import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ChosenCategory } from '#web/components/settings/ChosenCategory.tsx'

/**
 * For one thing that was chosen and can be taken away. Not for a filter: take an outlined `Chip` with `aria-pressed`.
 * Keyboard: Delete or Backspace removes it.
 */
const meta = {
  title: 'Settings/ChosenCategory',
  component: ChosenCategory,
  args: { label: 'cs.LG', name: 'Machine Learning', onRemove: fn() },
} satisfies Meta<typeof ChosenCategory>

export default meta
type Story = StoryObj<typeof meta>

export const Removable: Story = {
  async play({ args, canvas, userEvent }) {
    canvas.getByRole('button').focus()
    await userEvent.keyboard('{Delete}')
    await expect(args.onRemove).toHaveBeenCalledOnce()
  },
}
export const ReadOnly: Story = { args: { onRemove: undefined } }
