import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CatchUpBar } from '#web/components/lists/CatchUpBar.tsx'

/** For a reader who comes back after days. Once, above the list. Keyboard: two buttons. */
const meta = {
  title: 'Lists/CatchUpBar',
  component: CatchUpBar,
  args: { offer: { days: 8, papers: 1_412, best: 40, minutes: 20 }, since: null, onCatchUp: fn(), onDayByDay: fn() },
} satisfies Meta<typeof CatchUpBar>

export default meta
type Story = StoryObj<typeof meta>

export const EightDays: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('region', { name: 'Catch up' })).toHaveTextContent(
      /8 days: 1,412 papers. The best 40 of them, about 20 minutes./,
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Day by day' }))
    await expect(args.onDayByDay).toHaveBeenCalledOnce()
  },
}
export const MoreDaysThanListed: Story = {
  args: { offer: { days: 276, listed_days: 60, papers: 8_120, best: 40, minutes: 20 } },
  async play({ canvas }) {
    await expect(canvas.getByRole('region', { name: 'Catch up' })).toHaveTextContent(
      /away for 276 days. The last 60: 8,120 papers. The best 40/,
    )
  },
}
export const DaysStillComing: Story = {
  args: { offer: { days: 6, coming: 2, papers: 1_029, best: 40, minutes: 20 }, since: '2026-09-25T07:00:00.000Z' },
  async play({ canvas }) {
    await expect(
      canvas.getByText(/^Since 25 September: 6 days of papers, 2 still coming. So far: 1,029 papers./),
    ).toBeVisible()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
