import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ActivityChart } from '#web/components/charts/ActivityChart.tsx'

const bars = Array.from({ length: 30 }, (_, n) => ({ label: `Day ${n + 1}`, value: (n * 17) % 41 }))

/**
 * For one number a day. Not for shares: take `CategoryShareChart`. Keyboard: As a table is a button; the table has the
 * same numbers.
 */
const meta = {
  title: 'Charts/ActivityChart',
  component: ActivityChart,
  args: { title: 'Papers a day', bars },
} satisfies Meta<typeof ActivityChart>

export default meta
type Story = StoryObj<typeof meta>

export const ThirtyDays: Story = {}
export const WithWeekends: Story = {
  args: { bars: bars.slice(0, 15).map((bar, index) => ({ ...bar, gap: index > 0 && index % 5 === 0 ? 2 : 0 })) },
}
export const AsTable: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Show as table' }))
    await expect(canvas.getAllByRole('row')).toHaveLength(30)
  },
}
export const OneDay: Story = { args: { bars: [{ label: 'Fri 20 Nov', value: 34 }] } }
export const AllZero: Story = { args: { bars: bars.map(({ label }) => ({ label, value: 0 })) } }
export const Empty: Story = { args: { bars: [] } }
export const Dark: Story = { globals: { scheme: 'dark' } }
