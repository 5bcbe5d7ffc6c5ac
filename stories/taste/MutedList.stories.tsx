import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { MutedList, type MutedEntry } from '#web/components/taste/MutedList.tsx'
import { taste } from '../config/tasteSamples.ts'

/** For muted words and authors. Keyboard: a button a row; the focus goes to the heading when a row is gone. */
const meta = {
  title: 'Taste/MutedList',
  component: MutedList,
  args: {
    entries: taste.muted,
    isMuted: (entry: MutedEntry) => entry.text !== '',
    onMutedChange: fn(),
    onShowPapers: fn(),
  },
} satisfies Meta<typeof MutedList>

export default meta
type Story = StoryObj<typeof meta>

export const Muted: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Which papers did survey hide?' }))
    await expect(args.onShowPapers).toHaveBeenCalledWith(taste.muted[0])
    await userEvent.click(canvas.getByRole('button', { name: 'Unmute survey' }))
    await expect(args.onMutedChange).toHaveBeenCalledWith(taste.muted[0], false)
  },
}
export const Unmuted: Story = { args: { isMuted: ({ text }) => text !== 'survey' } }
export const MutedJustNow: Story = { args: { entries: [{ kind: 'term', text: 'leaderboard' }] } }
export const Empty: Story = { args: { entries: [] } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
