import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ExportFormats } from '#web/components/lists/ExportFormats.tsx'

/**
 * The formats in which papers are exported, as a menu of any button: `ExportMenu` has the button with it, the bar of the
 * selected papers has one of its own.
 */
const meta = {
  title: 'Lists/ExportFormats',
  component: ExportFormats,
  args: { anchor: document.body, onClose: fn(), onExport: fn() },
} satisfies Meta<typeof ExportFormats>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSL-JSON' }))
    await expect(args.onExport).toHaveBeenCalledWith('csl')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
