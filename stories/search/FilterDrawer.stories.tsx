import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { FilterDrawer } from '#web/components/search/FilterDrawer.tsx'

/**
 * Filters on narrow screens, where there is no room for them beside the results or above the list. From a medium width on,
 * show the filters themselves. `isShort` where the button shares its line with chips.
 */
const meta = {
  title: 'Search/FilterDrawer',
  component: FilterDrawer,
  args: { active: 0, total: 128, children: 'The filters' },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
} satisfies Meta<typeof FilterDrawer>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const Active: Story = { args: { active: 2 } }
export const Short: Story = {
  args: { active: 2, isShort: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Filters (2)' })).toHaveTextContent('(2)')
  },
}
export const Open: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Filters' }))
    await screen.findByRole('dialog', { name: 'Filters' })
    await userEvent.click(await screen.findByRole('button', { name: 'Show 128 results' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
