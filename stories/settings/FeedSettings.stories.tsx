import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { FeedSettings } from '#web/components/settings/FeedSettings.tsx'

/** For the secret address of the feed. Keyboard: the focus selects the address. */
const meta = {
  title: 'Settings/FeedSettings',
  component: FeedSettings,
  args: {
    address: 'https://papers.example.org/api/feeds/3vQm0Zk1rT8uYw5nB2cX7dLfHs4aJpEe.atom',
    onRenew: fn(() => Promise.resolve(true)),
    onRemove: fn(),
  },
} satisfies Meta<typeof FeedSettings>

export default meta
type Story = StoryObj<typeof meta>

export const On: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'New address' }))
    await expect(args.onRenew).not.toHaveBeenCalled()
    await userEvent.click(await screen.findByRole('button', { name: 'New address' }))
    await expect(args.onRenew).toHaveBeenCalledOnce()
    await userEvent.click(await canvas.findByRole('button', { name: 'Switch off' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
  },
}
export const Off: Story = {
  args: { address: null },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Create an address' }))
    await expect(args.onRenew).toHaveBeenCalledOnce()
  },
}
export const Failed: Story = { args: { address: null, error: 'The server could not be reached.' } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
