import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { AskForm } from '#web/components/questions/AskForm.tsx'

/** Asks a question, or changes its text. */
const meta = {
  title: 'Questions/AskForm',
  component: AskForm,
  args: { onAsk: fn(async () => true) },
} satisfies Meta<typeof AskForm>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  async play({ canvas, userEvent, args }) {
    await expect(canvas.getByRole('button', { name: 'Ask this every day' })).toBeDisabled()
    await userEvent.type(canvas.getByRole('textbox'), 'Who measures herons?')
    await userEvent.click(canvas.getByRole('button', { name: 'Ask this every day' }))
    await expect(args.onAsk).toHaveBeenCalledWith('Who measures herons?')
    await expect(canvas.getByRole('textbox')).toHaveValue('')
  },
}
export const FromASearch: Story = { args: { initial: 'lanterns of glass' } }
export const Saving: Story = { args: { initial: 'lanterns of glass', busy: true } }
export const Refused: Story = {
  args: { initial: 'does anyone', error: 'This question has no word that papers can be compared by.' },
}
