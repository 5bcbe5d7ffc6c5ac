import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { MissingDays } from '#web/components/shell/MissingDays.tsx'

const days = ['03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17', '18', '20'].map(
  (day) => `2026-11-${day}`,
)

/** For days that were not read. Keyboard: one button lists them. */
const meta = {
  title: 'Shell/MissingDays',
  component: MissingDays,
  args: { days, isAdmin: false, onDay: fn() },
} satisfies Meta<typeof MissingDays>

export default meta
type Story = StoryObj<typeof meta>

export const Many: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByText('We were away: 13 days are missing, 3 to 20 November'))
    await userEvent.click(canvas.getByRole('button', { name: 'Mon 9 Nov' }))
    await expect(args.onDay).toHaveBeenCalledWith('2026-11-09')
  },
}
export const ForAnAdmin: Story = { args: { isAdmin: true } }
export const AcrossTwoMonths: Story = { args: { days: ['2026-10-28', ...days] } }
export const One: Story = { args: { days: ['2026-11-12'], isAdmin: true } }
export const None: Story = {
  args: { days: [] },
  async play({ canvasElement }) {
    await expect(canvasElement).toHaveTextContent(/^$/)
  },
}
export const Phone: Story = { args: { isAdmin: true }, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
