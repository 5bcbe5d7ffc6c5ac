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
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
