import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SaveResult } from '#web/components/settings/SaveResult.tsx'

/** For the result of a setting that saves itself, below it. Not for forms with a button: take `Alert`. It is read out. */
const meta = { title: 'Settings/SaveResult', component: SaveResult } satisfies Meta<typeof SaveResult>

export default meta
type Story = StoryObj<typeof meta>

export const Idle: Story = {}
export const Saving: Story = { args: { status: 'saving' } }
export const Saved: Story = { args: { status: 'saved' } }
export const Failed: Story = {
  args: { status: 'failed', error: 'The server could not be reached.', onRetry: fn() },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Retry' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
