import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Pager } from '#web/components/search/Pager.tsx'

/**
 * For results to which one returns: each page is an address. Not for lists that one reads on: take `LoadMore`. Keyboard:
 * links.
 */
const meta = {
  title: 'Search/Pager',
  component: Pager,
  args: { page: 4, pages: 21, hrefFor: (page: number) => `/search?q=lantern&page=${page}` },
} satisfies Meta<typeof Pager>

export default meta
type Story = StoryObj<typeof meta>

export const First: Story = { args: { page: 1 } }
export const Middle: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Go to page 5' })).toHaveAttribute('href', '/search?q=lantern&page=5')
  },
}
export const Last: Story = { args: { page: 21 } }
export const Single: Story = { args: { page: 1, pages: 1 } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
