import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { sampleItem } from '#tests/support/samples.ts'
import { NoteEditor } from '#web/components/papers/NoteEditor.tsx'

/** For the note on a paper. It saves itself. Keyboard: Ctrl+S saves at once, Escape leaves it. */
const meta = {
  title: 'Papers/NoteEditor',
  component: NoteEditor,
  args: { text: sampleItem.notes, status: 'idle', onChange: fn(), onSaveNow: fn(), onLeave: fn(), onResolve: fn() },
} satisfies Meta<typeof NoteEditor>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  args: { text: '', savesPaper: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Your note' }), 'A')
    await expect(args.onChange).toHaveBeenCalledWith('A')
    await userEvent.keyboard('{Escape}')
    await expect(args.onLeave).toHaveBeenCalled()
  },
}
export const Saving: Story = { args: { status: 'saving' } }
export const Saved: Story = {
  args: { status: 'saved', savedAt: new Date('2026-11-20T10:42:00.000Z') },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox'), '{Control>}s{/Control}')
    await expect(args.onSaveNow).toHaveBeenCalled()
  },
}
export const Offline: Story = { args: { status: 'offline' } }
export const Failed: Story = { args: { status: 'failed' } }
export const StorageRefused: Story = { args: { status: 'unkept' } }
export const Conflict: Story = {
  args: { status: 'conflict', theirs: { notes: 'Ask Ines instead.', updated_at: sampleItem.updated_at } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Keep both' }))
    await expect(args.onResolve).toHaveBeenCalledWith('both')
  },
}
export const Emptied: Story = { args: { text: '', status: 'saved', onUndoClear: fn() } }
export const NearTheLimit: Story = { args: { text: 'A word. '.repeat(1_200) } }
export const TooLong: Story = { args: { text: 'A word. '.repeat(1_300), status: 'too-long' } }
export const TooLongAndNotKept: Story = { args: { text: 'A word. '.repeat(1_300), status: 'unkept' } }
