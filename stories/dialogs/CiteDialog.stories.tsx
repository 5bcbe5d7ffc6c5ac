import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { CiteDialog } from '#web/components/dialogs/CiteDialog.tsx'
import { never, serverError } from '../config/answers.ts'
import { papers } from '../config/samples.ts'
import { citation } from '../config/paperSamples.ts'

const paper = papers[0]!
const path = `GET /papers/${paper.id}/citation`
/**
 * For the citation of one paper. Not for several: take `ExportMenu`. Keyboard: arrow keys change the format, Escape
 * closes.
 */
const meta = {
  title: 'Dialogs/CiteDialog',
  component: CiteDialog,
  args: { paper, onClose: fn() },
  parameters: { docs: { story: { inline: false } }, answers: { [path]: citation } },
} satisfies Meta<typeof CiteDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Bibtex: Story = {
  async play({ args, userEvent }) {
    await screen.findByText(/archivePrefix/)
    await userEvent.click(screen.getByRole('button', { name: 'RIS' }))
    await expect(screen.getByRole('button', { name: 'RIS', pressed: true })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Loading: Story = { parameters: { answers: { [path]: never } } }
export const Failed: Story = {
  parameters: { answers: { [path]: serverError } },
  async play() {
    await screen.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play() {
    await screen.findByText(/archivePrefix/)
  },
}
