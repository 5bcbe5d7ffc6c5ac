import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ReadingStateSwitch } from '#web/components/papers/ReadingStateSwitch.tsx'

/** For one of three states. Not for on and off: take a chip or a switch. Keyboard: Tab to each, Space chooses. */
const meta = {
  title: 'Papers/ReadingStateSwitch',
  component: ReadingStateSwitch,
  args: { value: 'to_read', onChange: fn() },
} satisfies Meta<typeof ReadingStateSwitch>

export default meta
type Story = StoryObj<typeof meta>

export const ToRead: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Done' }))
    await expect(args.onChange).toHaveBeenCalledWith('done')
  },
}
export const Reading: Story = { args: { value: 'reading' } }
export const Done: Story = { args: { value: 'done' } }
export const Pending: Story = { args: { pending: true } }
