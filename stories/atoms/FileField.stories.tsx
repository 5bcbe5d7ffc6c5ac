import TextField from '@mui/material/TextField'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FileField } from '#web/components/atoms/FileField.tsx'

const meta = {
  title: 'Atoms/FileField',
  component: FileField,
  args: {
    label: 'Choose a file',
    accept: '.bib',
    maxBytes: 2_000_000,
    children: <TextField multiline fullWidth minRows={3} label="Papers" />,
    onText: fn(),
  },
} satisfies Meta<typeof FileField>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Chosen: Story = {
  async play({ args, canvas, canvasElement, userEvent }) {
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, new File(['@misc{a}'], 'library.bib'))
    await canvas.findByText('library.bib')
    await expect(args.onText).toHaveBeenCalledWith('@misc{a}')
  },
}
export const TooLarge: Story = {
  args: { maxBytes: 4 },
  async play({ args, canvas, canvasElement, userEvent }) {
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, new File(['@misc{a}'], 'library.bib'))
    await canvas.findByText(/is larger than/)
    await expect(args.onText).not.toHaveBeenCalled()
  },
}
export const Disabled: Story = { args: { disabled: true } }
