import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { TasteList } from '#web/components/taste/TasteList.tsx'
import { taste } from '../config/tasteSamples.ts'

/** For one side of the taste. Keyboard: a menu a row, and a button that shows all rows. */
const meta = {
  title: 'Taste/TasteList',
  component: TasteList,
  args: {
    title: 'More of',
    entries: taste.more,
    empty: 'Nothing yet.',
    actionOf: () => undefined,
    followedOf: () => undefined,
    onAction: fn(),
    onShowPapers: fn(),
  },
} satisfies Meta<typeof TasteList>

export default meta
type Story = StoryObj<typeof meta>

export const FirstTen: Story = {
  async play({ canvas, userEvent }) {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(10)
    await userEvent.click(canvas.getByRole('button', { name: `All ${taste.more.length}` }))
    await expect(canvas.getAllByRole('listitem')).toHaveLength(taste.more.length)
  },
}
export const Empty: Story = { args: { entries: [] } }
