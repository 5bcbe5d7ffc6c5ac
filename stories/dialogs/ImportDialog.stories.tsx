import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ImportDialog } from '#web/components/dialogs/ImportDialog.tsx'
import { doneImport, runningImport } from '../config/importSamples.ts'

/**
 * For bringing a list along. Not for one paper: paste its id into the search. Keyboard: Escape closes.
 */
const meta = {
  title: 'Dialogs/ImportDialog',
  component: ImportDialog,
  parameters: { docs: { story: { inline: false } } },
  args: {
    open: true,
    result: undefined,
    sending: false,
    followed: [],
    following: false,
    onFollow: fn(),
    onSend: fn(),
    onAgain: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ImportDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Form: Story = {
  async play({ args, userEvent }) {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Papers' }), '2611.90001')
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await expect(args.onSend).toHaveBeenCalledWith('2611.90001')
  },
}
export const Refused: Story = {
  args: { error: 'Zotero RDF cannot be read. Export from Zotero as BibTeX, RIS or CSL JSON.' },
}
export const Sending: Story = { args: { sending: true } }
const largeFile = '2611.90001\n'.repeat(4_000)
export const Stopped: Story = {
  args: { parts: { text: largeFile, read: 22_000, added: 1_000 }, error: 'The server cannot be reached.' },
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('textbox', { name: 'Papers' }))
    await userEvent.paste(largeFile)
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
    await expect(args.onSend).toHaveBeenCalledWith(largeFile)
  },
}
export const Loading: Story = { args: { result: null } }
export const LookingUp: Story = { args: { result: runningImport } }
export const Done: Story = {
  args: { result: doneImport },
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Import more' }))
    await expect(args.onAgain).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  args: { result: doneImport },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const PhoneForm: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
