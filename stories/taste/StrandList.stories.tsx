import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { StrandList } from '#web/components/taste/StrandList.tsx'
import { keptStrands, noStrands, oneGroup, proposedStrands, quietStrands } from '../config/strandSamples.ts'

/** For interests with a share of the list each. Not for followed searches. Keyboard: fields, buttons and a menu a row. */
const meta = {
  title: 'Taste/StrandList',
  component: StrandList,
  args: {
    strands: keptStrands,
    busy: false,
    problem: undefined,
    onFiner: fn(),
    onChange: fn(),
    onSplit: fn(),
    onMerge: fn(),
    onRemove: fn(),
    onKeep: fn(),
  },
} satisfies Meta<typeof StrandList>

export default meta
type Story = StoryObj<typeof meta>

export const Kept: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText('44 papers, 75 % of the list')).toBeVisible()
    await userEvent.click(canvas.getByRole('combobox', { name: /Share of Blown glass/ }))
    await userEvent.click(screen.getByRole('option', { name: '50 % of the list' }))
    await expect(args.onChange).toHaveBeenCalledWith(keptStrands.items[1], { share: 0.5 })
    await userEvent.click(canvas.getByRole('button', { name: 'Papers: Blown glass' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Take out: Cooling rates of blown glass' }))
    await expect(args.onChange).toHaveBeenLastCalledWith(keptStrands.items[1], { remove: ['arxiv:2611.00103'] })
    await userEvent.click(canvas.getByRole('button', { name: 'Keep apart: kites' }))
    await expect(args.onKeep).toHaveBeenCalledWith([keptStrands.items[2]])
  },
}
export const Renamed: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More: Wading herons' }))
    await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Rename' }))
    const name = canvas.getByRole('textbox', { name: 'Name of the interest' })
    await userEvent.clear(name)
    await expect(canvas.getByRole('button', { name: 'Save name' })).toBeDisabled()
    await userEvent.type(name, 'Marsh birds')
    await userEvent.click(canvas.getByRole('button', { name: 'Save name' }))
    await expect(args.onChange).toHaveBeenCalledWith(keptStrands.items[0], { name: 'Marsh birds' })
  },
}
export const OneGroup: Story = {
  args: { strands: oneGroup },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Look for finer groups' }))
    await expect(args.onFiner).toHaveBeenCalled()
  },
}
export const NoFinerGroups: Story = {
  args: { strands: oneGroup, hasTriedFiner: true },
  async play({ canvas }) {
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
export const Merged: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More: Blown glass' }))
    const menu = within(await screen.findByRole('menu'))
    await userEvent.click(menu.getByRole('menuitem', { name: 'Merge into “Wading herons”' }))
    await expect(args.onMerge).toHaveBeenCalledWith(keptStrands.items[1], keptStrands.items[0])
  },
}
export const Proposed: Story = {
  args: { strands: proposedStrands },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Keep these apart' }))
    await expect(args.onKeep).toHaveBeenCalledWith(proposedStrands.items)
  },
}
export const PausedLoweredAndEmpty: Story = { args: { strands: quietStrands } }
export const OneInterest: Story = { args: { strands: noStrands } }
export const Failed: Story = { args: { problem: 'Not changed. The server cannot be reached. Try again in a minute.' } }
export const Busy: Story = { args: { busy: true } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
