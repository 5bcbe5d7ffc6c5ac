import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CategoryChip } from '#web/components/settings/CategoryChip.tsx'

const meta = {
  title: 'Settings/CategoryChip',
  component: CategoryChip,
  args: { label: 'cs.LG', name: 'Machine Learning' },
} satisfies Meta<typeof CategoryChip>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = { args: { count: 18, onClick: fn() } }
export const Selected: Story = { args: { count: 18, selected: true, onClick: fn() } }
export const Removable: Story = {
  args: { onRemove: fn() },
  async play({ args, canvas, userEvent }) {
    canvas.getByRole('button').focus()
    await userEvent.keyboard('{Delete}')
    await expect(args.onRemove).toHaveBeenCalledOnce()
  },
}
export const ReadOnly: Story = {}
