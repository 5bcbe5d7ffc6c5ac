import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { ExportMenu } from '#web/components/lists/ExportMenu.tsx'

const meta = {
  title: 'Lists/ExportMenu',
  component: ExportMenu,
  args: { selected: 0, busy: false, onExport: fn(), onClearSelection: fn() },
} satisfies Meta<typeof ExportMenu>

export default meta
type Story = StoryObj<typeof meta>

export const WholeList: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'RIS' }))
    await expect(args.onExport).toHaveBeenCalledWith('ris')
  },
}
export const Selection: Story = {
  args: { selected: 3 },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Clear selection' }))
    await expect(args.onClearSelection).toHaveBeenCalledOnce()
  },
}
export const TooMany: Story = {
  args: { selected: 101, disabledBecause: 'Select at most 100 papers, or none to export all.' },
}
export const Busy: Story = { args: { selected: 40, busy: true } }
export const Failed: Story = { args: { error: 'Something went wrong on our side.' } }
