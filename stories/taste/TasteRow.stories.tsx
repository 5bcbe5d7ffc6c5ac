import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { TasteSheet } from '#web/components/taste/TasteSheet.tsx'
import { TasteRow } from '#web/components/taste/TasteRow.tsx'
import { taste } from '../config/tasteSamples.ts'

const [term, author, , , category, paper] = taste.more
/** For one thing that counts in the order. Keyboard: Change opens its menu; the papers behind it are a button. */
const meta = {
  title: 'Taste/TasteRow',
  component: TasteRow,
  args: { entry: term!, action: undefined, followed: undefined, onAction: fn(), onShowPapers: fn() },
  decorators: [
    (Story) => (
      <TasteSheet title="More of">
        <HairlineList>
          <Story />
        </HairlineList>
      </TasteSheet>
    ),
  ],
} satisfies Meta<typeof TasteRow>

export default meta
type Story = StoryObj<typeof meta>

export const Term: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /saved 4, noted 1/ }))
    await expect(args.onShowPapers).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Change night vision' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mute: hide papers with it' }))
    await expect(args.onAction).toHaveBeenCalledWith('mute')
  },
}
export const FollowedAuthor: Story = { args: { entry: author!, followed: 'you follow this author' } }
export const Category: Story = {
  args: { entry: category!, followed: 'you follow it' },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Change cs.LG' }))
    await screen.findByRole('menuitem', { name: /^Pin/ })
    await expect(screen.queryByRole('menuitem', { name: /^Mute/ })).toBeNull()
  },
}
export const NearAPaper: Story = { args: { entry: paper! } }
export const Pinned: Story = {
  args: { action: 'pin' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'pinned: night vision', pressed: true }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Take it back' }))
    await expect(args.onAction).toHaveBeenCalledWith(undefined)
  },
}
export const Forgotten: Story = { args: { action: 'forget' } }
export const Negative: Story = { args: { entry: taste.less[0]! } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const DislikedPaper: Story = {
  args: { entry: { ...paper!, weight: -1, actions: [{ kind: 'dislike', count: 1 }] } },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: /not for me 1/ })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Change/ })).toBeNull()
  },
}
