import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { UndoBar } from '#web/components/lists/UndoBar.tsx'

/** For the last action, at the bottom of the window, through `UndoSnackbar`. Keyboard: `u` as well as its button. */
const meta = {
  title: 'Lists/UndoBar',
  component: UndoBar,
  args: { message: 'Removed', onUndo: fn(), onClose: fn() },
} satisfies Meta<typeof UndoBar>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {}
export const Hidden: Story = {
  args: { message: null },
  async play() {
    await expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  },
}
