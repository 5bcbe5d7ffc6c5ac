import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ActiveFilters } from '#web/components/search/ActiveFilters.tsx'

/**
 * For the filters in use, above the results. Not for choosing them: take `FilterPanel`. Keyboard: Enter or Delete removes
 * one.
 */
const meta = {
  title: 'Search/ActiveFilters',
  component: ActiveFilters,
  args: {
    filters: [
      { id: 'category:cs.LG', label: 'cs.LG' },
      { id: 'date', label: 'past week' },
      { id: 'author', label: 'author Holt' },
    ],
    onRemove: fn(),
    onClear: fn(),
  },
} satisfies Meta<typeof ActiveFilters>

export default meta
type Story = StoryObj<typeof meta>

export const None: Story = { args: { filters: [] } }
export const Many: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the filter past week' }))
    await expect(args.onRemove).toHaveBeenCalledWith('date')
  },
}
