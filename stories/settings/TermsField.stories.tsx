import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { TermsField } from '#web/components/settings/TermsField.tsx'

/**
 * For words or names of a setting. Not for the tags of a paper: take `TagsField`. Keyboard: Enter or a comma adds,
 * Backspace removes.
 */
const meta = {
  title: 'Settings/TermsField',
  component: TermsField,
  args: { label: 'Keywords', placeholder: 'night vision', value: [], onChange: fn() },
} satisfies Meta<typeof TermsField>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox', { name: 'Keywords' }), 'shot noise,')
    await expect(args.onChange).toHaveBeenCalledWith(['shot noise'])
  },
}
export const Some: Story = { args: { value: ['night vision', 'shot noise'] } }
export const Refused: Story = {
  args: {
    label: 'Muted words',
    value: ['survey', '.*(a)'],
    error: '“.*(a)” has signs that are not compared: it would hide every paper with “a”. Write the words alone.',
  },
}
