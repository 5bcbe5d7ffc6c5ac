import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ConfirmDialog } from '#web/components/atoms/ConfirmDialog.tsx'

/**
 * For what cannot be undone; its button names the object (Delete 214 jobs). Not for what can be undone: act at once and
 * offer Undo. Keyboard: the focus stays in it; Escape closes and returns.
 */
const meta = {
  title: 'Atoms/ConfirmDialog',
  component: ConfirmDialog,
  parameters: { docs: { story: { inline: false } } },
  args: {
    open: true,
    title: 'Sign out everywhere?',
    children: 'Every browser and terminal that is signed in to your account has to sign in again.',
    confirmLabel: 'Sign out everywhere',
    onConfirm: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ConfirmDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const Danger: Story = { args: { danger: true } }
export const Typed: Story = {
  args: {
    title: 'Wipe and refetch the library?',
    children: 'Papers that no list, note or delivery refers to are deleted.',
    confirmLabel: 'Wipe and refetch',
    danger: true,
    typed: 'wipe',
  },
  async play({ args, userEvent }) {
    const button = screen.getByRole('button', { name: 'Wipe and refetch' })
    await expect(button).toBeDisabled()
    await userEvent.type(screen.getByRole('textbox'), 'wipe')
    await userEvent.click(button)
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}
export const Busy: Story = { args: { busy: true } }
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
