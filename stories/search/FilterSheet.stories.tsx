import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { FilterSheet } from '#web/components/search/FilterSheet.tsx'

/** What `FilterDrawer` opens. Not for one choice: that is a menu. Escape and a press beside it close it. */
const meta = {
  title: 'Search/FilterSheet',
  component: FilterSheet,
  args: { open: true, total: 128, onClose: fn(), children: 'The filters' },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
} satisfies Meta<typeof FilterSheet>

export default meta
type Story = StoryObj<typeof meta>

export const Found: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Show 128 results' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Searching: Story = {
  args: { total: undefined },
  async play() {
    await screen.findByRole('button', { name: 'Show results' })
  },
}
