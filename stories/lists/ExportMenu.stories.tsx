import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ExportMenu } from '#web/components/lists/ExportMenu.tsx'

/**
 * For a file of a list. Not for one paper: take `CiteDialog`. Keyboard: arrow keys move, Enter downloads, Escape closes.
 */
const meta = {
  title: 'Lists/ExportMenu',
  component: ExportMenu,
  args: { label: 'Export 7 papers', shortLabel: '7', busy: false, onExport: fn() },
} satisfies Meta<typeof ExportMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Export 7 papers' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'RIS' }))
    await expect(args.onExport).toHaveBeenCalledWith('ris')
  },
}
export const Busy: Story = { args: { busy: true } }
export const Failed: Story = { args: { error: 'Something went wrong on our side.' } }
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Export 7 papers' })).toHaveTextContent(/7$/)
  },
}
