import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { DayCalendar } from '#web/components/admin/DayCalendar.tsx'
import { dayOf, days } from '../config/daySamples.ts'

/**
 * For the days of one source. Not for a reader's days: take `DayBar`. Keyboard: each day is a button; Tab goes from day to
 * day, Enter opens it.
 */
const meta = {
  title: 'Admin/DayCalendar',
  component: DayCalendar,
  args: { label: 'Days of arXiv', days, openDay: null, onOpen: fn() },
} satisfies Meta<typeof DayCalendar>

export default meta
type Story = StoryObj<typeof meta>

export const EightWeeks: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getAllByRole('row')).toHaveLength(9)
    await userEvent.click(
      canvas.getByRole('button', { name: 'Wednesday 4 November: R 902 papers, recovered, 13 not accounted for' }),
    )
    await expect(args.onOpen).toHaveBeenCalledWith('2026-11-04')
  },
}
export const OneDayOpen: Story = {
  args: { openDay: '2026-11-11' },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { pressed: true })).toHaveAccessibleName('Wednesday 11 November: missing')
  },
}
export const FirstDays: Story = {
  args: { days: [dayOf('2026-11-19', 'announced', 812), dayOf('2026-11-20', 'expected')] },
}
export const WithAWeekend: Story = {
  args: { days: [dayOf('2026-11-20', 'announced', 812), dayOf('2026-11-21', 'announced', 12)] },
  async play({ canvas }) {
    await expect(canvas.getByRole('columnheader', { name: 'Sat' })).toBeVisible()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement, canvas }) {
    await expect(canvasElement.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    for (const cell of canvas.getAllByRole('button'))
      await expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  },
}
