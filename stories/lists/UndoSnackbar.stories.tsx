import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { UndoSnackbar } from '#web/components/lists/UndoSnackbar.tsx'

/**
 * For what was just done and can be undone. The page needs a second way: take `UndoRow`. Keyboard: `u` as well as its
 * button.
 */
const meta = {
  title: 'Lists/UndoSnackbar',
  component: UndoSnackbar,
  args: { message: 'Removed', onUndo: fn(), onClose: fn() },
} satisfies Meta<typeof UndoSnackbar>

export default meta
type Story = StoryObj<typeof meta>

export const One: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(args.onUndo).toHaveBeenCalledOnce()
  },
}
export const Many: Story = { args: { message: '3 removed' } }
export const Failed: Story = { args: { message: 'Could not undo', actionLabel: 'Retry' } }
