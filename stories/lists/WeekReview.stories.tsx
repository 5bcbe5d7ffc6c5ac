import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { WeekReview } from '#web/components/lists/WeekReview.tsx'
import { emptyReview, review } from '../config/reviewSamples.ts'

/** For the page of the weekly review. One column that ends. Keyboard: two buttons, then the titles. */
const meta = {
  title: 'Lists/WeekReview',
  component: WeekReview,
  args: { review, onWeek: fn() },
} satisfies Meta<typeof WeekReview>

export default meta
type Story = StoryObj<typeof meta>

export const FullWeek: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('heading', { name: '16 to 22 November 2026' })).toBeVisible()
    await expect(canvas.getAllByRole('region').map((one) => one.getAttribute('aria-label') ?? '')).toContain(
      'End of the list',
    )
    await expect(canvas.getByRole('button', { name: 'Week after' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Week before' }))
    await expect(args.onWeek).toHaveBeenCalledWith('2026-11-15')
  },
}
export const EmptyWeek: Story = {
  args: { review: emptyReview },
  async play({ canvas }) {
    await expect(canvas.getByText('No reading time was measured.')).toBeVisible()
    await expect(canvas.queryByRole('listitem')).toBeNull()
  },
}
export const BeforeTheAccount: Story = {
  args: { review: { ...emptyReview, before_account: true, previous_week: null, next_week: '2026-11-29' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/You had no account in this week/)).toBeVisible()
    await expect(canvas.queryByRole('heading', { name: 'Waiting' })).toBeNull()
  },
}
export const LoadingAnotherWeek: Story = { args: { busy: true } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
