import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { FeedRows } from '#web/components/settings/FeedRows.tsx'
import { dayFeed, endedFeed, feeds, topicFeed } from '../config/feedSamples.ts'

/** For the secret addresses of feeds. A new address and the end ask before. Keyboard: the focus selects an address. */
const meta = {
  title: 'Settings/FeedRows',
  component: FeedRows,
  args: {
    feeds,
    busy: false,
    onRenew: fn(() => Promise.resolve(true)),
    onEnd: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof FeedRows>

export default meta
type Story = StoryObj<typeof meta>

export const On: Story = { args: { feeds: [dayFeed, topicFeed] } }
export const Ended: Story = { args: { feeds: [endedFeed] } }
export const Renew: Story = {
  parameters: { docs: { story: { inline: false } } },
  async play({ args, userEvent }) {
    await userEvent.click(screen.getByRole('button', { name: 'New address for Papers of the day' }))
    await expect(args.onRenew).not.toHaveBeenCalled()
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'New address' }))
    await expect(args.onRenew).toHaveBeenCalledWith(dayFeed.id)
  },
}
export const End: Story = {
  parameters: { docs: { story: { inline: false } } },
  async play({ args, userEvent }) {
    await userEvent.click(screen.getByRole('button', { name: 'End Tag: lab' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'End the feed' }))
    await expect(args.onEnd).toHaveBeenCalledWith(endedFeed.id)
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
