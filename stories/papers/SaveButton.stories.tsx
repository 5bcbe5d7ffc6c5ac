import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SaveButton } from '#web/components/papers/SaveButton.tsx'

/**
 * For the reading list. The one bordered button of a card. Keyboard: `s` as well as Space and Enter; `aria-pressed` tells
 * its state.
 */
const meta = {
  title: 'Papers/SaveButton',
  component: SaveButton,
  args: { saved: false, onToggle: fn() },
} satisfies Meta<typeof SaveButton>

export default meta
type Story = StoryObj<typeof meta>

export const Unsaved: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.onToggle).toHaveBeenCalledWith(true)
  },
}

export const Saved: Story = { args: { saved: true } }
export const Pending: Story = { args: { status: 'pending' } }
export const Failed: Story = { args: { status: 'failed' } }
export const RemovalFailed: Story = { args: { saved: true, status: 'failed' } }
export const WaitingForNetwork: Story = { args: { saved: true, status: 'queued' } }
