import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen } from 'storybook/test'
import { TagsField, type TagsFieldProps } from '#web/components/papers/TagsField.tsx'

function Stateful({ value, onChange, ...props }: TagsFieldProps) {
  const [tags, setTags] = useState(value)
  return (
    <TagsField
      {...props}
      value={tags}
      onChange={(next) => {
        setTags(next)
        onChange(next)
      }}
    />
  )
}

/**
 * For the tags of a saved paper. Not for the words of a setting: take `TermsField`. Keyboard: Enter or a comma adds,
 * Backspace removes.
 */
const meta = {
  title: 'Papers/TagsField',
  component: TagsField,
  args: { value: ['lab'], known: ['lab', 'Optics', 'to cite'], onChange: fn() },
  render: (args) => <Stateful {...args} />,
} satisfies Meta<typeof TagsField>

export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {
  async play({ args, canvas, userEvent }) {
    const field = canvas.getByRole('combobox', { name: 'Tags' })
    await userEvent.type(field, 'optics{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith(['lab', 'Optics'])
    await userEvent.type(field, 'new one,')
    await expect(args.onChange).toHaveBeenLastCalledWith(['lab', 'Optics', 'new one'])
    await userEvent.type(field, '{Backspace}')
    await expect(args.onChange).toHaveBeenLastCalledWith(['lab', 'Optics'])
  },
}
export const Empty: Story = { args: { value: [] } }
export const Suggestions: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Tags' }))
    await userEvent.click(await screen.findByRole('option', { name: 'to cite' }))
    await expect(args.onChange).toHaveBeenLastCalledWith(['lab', 'to cite'])
  },
}
export const Full: Story = {
  args: { value: Array.from({ length: 20 }, (_, number) => `tag ${number + 1}`) },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox', { name: 'Tags' }), 'more{Enter}')
    await canvas.findByText('At most 20 tags.')
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}
export const Phone: Story = {
  args: { value: ['lab', 'a long tag about gravitational lensing', 'to cite'] },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
