import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { samplePaper } from '#tests/support/samples.ts'
import { UndoRow } from '#web/components/lists/UndoRow.tsx'

/** For a row that was removed, in its place. It stays, because a snackbar goes away. Keyboard: Undo is a button. */
const meta = {
  title: 'Lists/UndoRow',
  component: UndoRow,
  args: { action: 'Not for me', title: samplePaper.title, onUndo: fn() },
} satisfies Meta<typeof UndoRow>

export default meta
type Story = StoryObj<typeof meta>

export const Dismissed: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onUndo).toHaveBeenCalledOnce()
  },
}
/** In a search the reader may look for the paper nevertheless. */
export const WithLink: Story = { args: { to: '/paper/arxiv:2611.00001' } }
export const Failed: Story = { args: { failed: true } }
