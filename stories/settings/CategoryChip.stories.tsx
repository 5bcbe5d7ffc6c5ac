import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CategoryChip } from '#web/components/settings/CategoryChip.tsx'

const meta = {
  title: 'Settings/CategoryChip',
  component: CategoryChip,
  args: { label: 'cs.LG', selected: false, onClick: fn() },
} satisfies Meta<typeof CategoryChip>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = { args: { count: 18 } }
export const Selected: Story = { args: { count: 18, selected: true } }
export const Search: Story = { args: { label: 'graph percolation', isSearch: true, count: 7 } }
export const LongSearchInHebrew: Story = {
  args: { label: 'פרקולציה על גרפים אקראיים ועל סריגים "phase transition" -lattice', isSearch: true, count: 7 },
}
export const WithoutCount: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'cs.LG', pressed: false }))
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}
