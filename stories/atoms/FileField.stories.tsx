import TextField from '@mui/material/TextField'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { FileField } from '#web/components/atoms/FileField.tsx'

/**
 * For a field that also takes a file. Not without a field: a file alone needs no drop area. Keyboard: the button opens the
 * file dialog; dropping is never the only way.
 */
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
/** A file of an older program, in Latin-1. */
export const Latin1: Story = {
  async play({ args, canvasElement, userEvent }) {
    const bytes = Uint8Array.from('@misc{a, author={Jürgen Müller}}', (sign) => sign.charCodeAt(0))
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, new File([bytes], 'library.bib'))
    await waitFor(() => expect(args.onText).toHaveBeenCalledWith('@misc{a, author={Jürgen Müller}}'))
  },
}
export const Utf16: Story = {
  async play({ args, canvasElement, userEvent }) {
    const bytes = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from('@ö', (sign) => sign.charCodeAt(0)).buffer),
    ])
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, new File([bytes], 'library.bib'))
    await waitFor(() => expect(args.onText).toHaveBeenCalledWith('@ö'))
  },
}
export const NotText: Story = {
  async play({ args, canvas, canvasElement, userEvent }) {
    const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00])
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, new File([zip], 'library.bib'))
    await canvas.findByText('library.bib is not a text file.')
    await expect(args.onText).not.toHaveBeenCalled()
  },
}
export const TooLarge: Story = {
  args: { maxBytes: 1_000_000 },
  async play({ args, canvas, canvasElement, userEvent }) {
    const file = new File(['@misc{a}'.repeat(125_001)], 'library.bib')
    await userEvent.upload(canvasElement.querySelector('input[type=file]')!, file)
    await canvas.findByText('library.bib is larger than 1 MB. Import it in parts.')
    await expect(args.onText).not.toHaveBeenCalled()
  },
}
export const Disabled: Story = { args: { disabled: true } }
