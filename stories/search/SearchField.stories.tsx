import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { SearchField } from '#web/components/search/SearchField.tsx'

/**
 * For the query. Not for filtering a list that is there. Keyboard: `/` moves the focus to it; Escape empties it, then
 * leaves it.
 */
const meta = {
  title: 'Search/SearchField',
  component: SearchField,
  args: { value: '', onChange: fn(), onSubmit: fn(), onLongText: fn() },
} satisfies Meta<typeof SearchField>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('searchbox'), 'l{Enter}')
    await expect(args.onChange).toHaveBeenCalledWith('l', undefined)
    await expect(args.onSubmit).toHaveBeenCalledOnce()
  },
}
export const Pasted: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('searchbox'))
    await userEvent.paste('2611.90001')
    await expect(args.onChange).toHaveBeenCalledWith('2611.90001', 'pasted')
  },
}
export const Filled: Story = { args: { value: 'graph attention' } }
export const Slow: Story = { args: { value: 'graph attention', slow: true } }
export const NearTheLimit: Story = { args: { value: 'lantern '.repeat(28) } }
export const LongPaste: Story = {
  args: { value: 'On lanterns. ' },
  async play({ args, canvas, userEvent }) {
    const field = canvas.getByRole<HTMLInputElement>('searchbox')
    field.focus()
    field.setSelectionRange(12, 12)
    await userEvent.paste('\nlantern'.repeat(31))
    await expect(args.onLongText).toHaveBeenLastCalledWith(`On lanterns.${'\nlantern'.repeat(31)} `)
    await userEvent.paste('\nlantern'.repeat(40))
    await expect(args.onLongText).toHaveBeenLastCalledWith('\nlantern'.repeat(40))
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}
export const TypedBeyondTheLimit: Story = {
  args: { value: 'x'.repeat(256) },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('searchbox'), 'y')
    await expect(args.onLongText).toHaveBeenCalledWith(`${'x'.repeat(256)}y`)
  },
}
export const Help: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'How to search' }))
    const help = await screen.findByRole('dialog', { name: 'How to search' })
    await waitFor(() => expect(help).toBeVisible())
  },
}
