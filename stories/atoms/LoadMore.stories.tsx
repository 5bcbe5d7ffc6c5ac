import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { LoadMore } from '#web/components/atoms/LoadMore.tsx'

/**
 * For lists that one reads on. Not for search results, to which one returns: take `Pager`. Keyboard: a button; its list moves the focus to the first new row.
 */
const meta = {
  title: 'Atoms/LoadMore',
  component: LoadMore,
  args: { shown: 30, total: 1_204, step: 30, onMore: fn() },
} satisfies Meta<typeof LoadMore>

export default meta
type Story = StoryObj<typeof meta>

export const Idle: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Show 30 more' }))
    await expect(args.onMore).toHaveBeenCalledOnce()
  },
}
export const Busy: Story = { args: { busy: true } }
export const Failed: Story = { args: { failed: true } }
export const Done: Story = { args: { shown: 1_204 } }
