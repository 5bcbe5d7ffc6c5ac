import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { DayBar } from '#web/components/lists/DayBar.tsx'
import { DayPicker } from '#web/components/lists/DayPicker.tsx'

/** For going from day to day. Not for pages of a list: take `Pager`. Keyboard: `[` and `]` as well as its buttons. */
const meta = {
  title: 'Lists/DayBar',
  component: DayBar,
  args: {
    day: '2026-11-19',
    previousDay: '2026-11-18',
    nextDay: '2026-11-20',
    newest: '2026-11-20',
    Picker: DayPicker,
    onChange: fn(),
  },
} satisfies Meta<typeof DayBar>

export default meta
type Story = StoryObj<typeof meta>

export const Between: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Earlier: Wed 18 Nov' }))
    await expect(args.onChange).toHaveBeenCalledWith('2026-11-18')
  },
}
/** A Friday: the day to come is Monday. */
export const Newest: Story = {
  args: { day: '2026-11-20', previousDay: '2026-11-19', nextDay: undefined },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'No later day yet: Mon 23 Nov' })).toBeDisabled()
  },
}
/** For a reader of preprint servers papers come on Saturdays, too. */
export const NewestOfServers: Story = {
  args: { ...Newest.args, hasWeekends: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'No later day yet: Sat 21 Nov' })).toBeDisabled()
  },
}
export const InTheCalendar: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Thu 19 Nov' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    await expect(await calendar.findByRole('gridcell', { name: '14' })).toBeDisabled()
    await expect(calendar.getByRole('gridcell', { name: '23' })).toBeDisabled()
    await userEvent.click(calendar.getByRole('gridcell', { name: '13' }))
    await expect(args.onChange).toHaveBeenCalledWith('2026-11-13')
  },
}
export const Oldest: Story = { args: { previousDay: undefined } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
/** The day to come is left out, and the filter of the page has its place. */
export const NewestOnPhone: Story = {
  args: { day: '2026-11-20', previousDay: '2026-11-19', nextDay: undefined },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Earlier: Thu 19 Nov' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^No later day yet/ })).toBeNull()
  },
}
