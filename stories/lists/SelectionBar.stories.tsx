import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { SelectionBar } from '#web/pages/ReadingList/SelectionBar.tsx'

/** For the actions on chosen rows. Not for one row: its own menu has them. Keyboard: buttons in turn. */
const meta = {
  title: 'Lists/SelectionBar',
  component: SelectionBar,
  args: {
    selected: 3,
    others: 234,
    tags: ['lab', 'thesis'],
    busy: false,
    exporting: false,
    onSelectAll: fn(),
    onClear: fn(),
    onTag: fn(),
    onMove: fn(),
    onRemove: fn(),
    onExport: fn(),
  },
} satisfies Meta<typeof SelectionBar>

export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Select all 234' }))
    await expect(args.onSelectAll).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Move' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to Done' }))
    await expect(args.onMove).toHaveBeenCalledWith('done')
  },
}
export const All: Story = { args: { selected: 234, others: undefined } }
export const Tagging: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Tag' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tags' }), 'to cite,')
    await userEvent.click(screen.getByRole('button', { name: 'Add to all' }))
    await expect(args.onTag).toHaveBeenCalledWith(['to cite'])
  },
}
export const Busy: Story = { args: { busy: true } }
export const Failed: Story = { args: { error: 'You are offline.' } }
