import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { TextSearchForm } from '#web/components/search/TextSearchForm.tsx'

const TEXT = 'We describe lanterns that burn through the night, and what shot noise tells about them.'

/** For a text whose neighbours are looked for. Not for words: take `SearchField`. Keyboard: Ctrl+Enter searches. */
const meta = {
  title: 'Search/TextSearchForm',
  component: TextSearchForm,
  args: { value: TEXT, onChange: fn(), onSubmit: fn() },
} satisfies Meta<typeof TextSearchForm>

export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Find similar papers' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Your text' }), '{Control>}{Enter}{/Control}')
    await expect(args.onSubmit).toHaveBeenCalledTimes(2)
  },
}
export const Empty: Story = {
  args: { value: '' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Find similar papers' }))
    await expect(canvas.getByRole('textbox', { name: 'Your text' })).toHaveAccessibleDescription(
      'Paste or type a text first.',
    )
    await expect(args.onSubmit).not.toHaveBeenCalled()
  },
}
export const LongestText: Story = {
  args: { value: `${TEXT} `.repeat(120).slice(0, 10_000) },
  async play({ canvas }) {
    await canvas.findByText(/^Only the first 10,000 characters are compared/)
  },
}
export const RightToLeft: Story = { args: { value: 'מנורות בלילה: רעש ירי של פנסים' } }
export const Busy: Story = { args: { busy: true } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
