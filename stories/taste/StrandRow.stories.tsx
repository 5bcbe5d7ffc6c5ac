import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { StrandRow } from '#web/components/taste/StrandRow.tsx'
import { keptStrands, quietStrands } from '../config/strandSamples.ts'

/** For one interest that is kept apart, in a list. Keyboard: a field, two buttons and a menu. */
const meta = {
  title: 'Taste/StrandRow',
  component: StrandRow,
  args: {
    strand: keptStrands.items[0]!,
    others: [keptStrands.items[1]!],
    busy: false,
    onChange: fn(),
    onSplit: fn(),
    onMerge: fn(),
    onRemove: fn(),
  },
  decorators: [
    (Story) => (
      <HairlineList>
        <Story />
      </HairlineList>
    ),
  ],
} satisfies Meta<typeof StrandRow>

export default meta
type Story = StoryObj<typeof meta>

export const Shared: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More: Wading herons' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Keep apart no longer' }))
    await expect(args.onRemove).toHaveBeenCalled()
  },
}
export const Paused: Story = {
  args: { strand: quietStrands.items[1]! },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More: Blown glass' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await expect(args.onChange).toHaveBeenCalledWith({ paused: false })
  },
}
export const WithoutPapers: Story = { args: { strand: quietStrands.items[3]! } }
