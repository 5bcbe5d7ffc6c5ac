import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { DayPicker } from '#web/components/lists/DayPicker.tsx'

/** For going to a day that is far away. Not for the next one: take `DayBar`. Keyboard: arrow keys, Page Up and Page Down. */
const meta = {
  title: 'Lists/DayPicker',
  component: DayPicker,
  parameters: { docs: { story: { inline: false } } },
  args: {
    anchor: document.body,
    day: '2026-11-19',
    newest: '2026-11-20',
    hasWeekends: false,
    onChange: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof DayPicker>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ args, userEvent }) {
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    const chosen = await calendar.findByRole('gridcell', { name: '19' })
    await waitFor(() => expect(chosen).toHaveFocus())
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect(args.onChange).toHaveBeenCalledWith('2026-11-12')
  },
}
export const WithWeekends: Story = {
  args: { hasWeekends: true },
  async play() {
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    await expect(await calendar.findByRole('gridcell', { name: '14' })).toBeEnabled()
  },
}
export const Marked: Story = {
  args: {
    marks: [
      { on: '2026-11-17', papers: 12, unseen: 12 },
      { on: '2026-11-18', papers: 9, unseen: 0 },
      { on: '2026-11-19', papers: 12, unseen: 5 },
      { on: '2026-11-20', papers: 1, unseen: 1 },
    ],
  },
  async play({ args, userEvent }) {
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    await expect(await calendar.findByRole('gridcell', { name: '19 November: 12 papers, 5 not seen' })).toBeEnabled()
    await expect(calendar.getByRole('gridcell', { name: '18 November: 9 papers, all seen' })).toBeEnabled()
    await expect(calendar.getByRole('gridcell', { name: '17 November: 12 papers, none seen' })).toBeEnabled()
    await expect(calendar.getByRole('gridcell', { name: '13' })).toBeEnabled()
    await userEvent.click(calendar.getByRole('gridcell', { name: '20 November: 1 paper, none seen' }))
    await expect(args.onChange).toHaveBeenCalledWith('2026-11-20')
  },
}
/** Days can be chosen nevertheless. */
export const MarksFailed: Story = {
  args: { failure: 'The server could not be reached.', onRetry: fn() },
  async play({ args, userEvent }) {
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    await userEvent.click(await calendar.findByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
    await userEvent.click(calendar.getByRole('gridcell', { name: '18' }))
    await expect(args.onChange).toHaveBeenCalledWith('2026-11-18')
  },
}
export const MarkedOnPhone: Story = { ...Marked, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
