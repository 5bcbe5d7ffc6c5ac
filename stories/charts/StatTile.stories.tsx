import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { StatTile } from '#web/components/charts/StatTile.tsx'

/** For one figure. Not for a state: take `HealthTile`. Keyboard: Retry after a failure. */
const meta = {
  title: 'Charts/StatTile',
  component: StatTile,
  args: { label: 'Delivered', value: '1,204' },
} satisfies Meta<typeof StatTile>

export default meta
type Story = StoryObj<typeof meta>

export const Number: Story = {}
export const WithHint: Story = { args: { hint: '34 on the newest day' } }
export const Loading: Story = { args: { value: undefined } }
export const Failed: Story = {
  args: { value: undefined, failed: true, onRetry: fn() },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Retry' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
