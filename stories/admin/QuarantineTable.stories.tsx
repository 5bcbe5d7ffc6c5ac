import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { QuarantineTable } from '#web/components/admin/QuarantineTable.tsx'
import { quarantined } from '../config/quarantineSamples.ts'

/**
 * For records that no parser could read. Not for runs that failed: take `JobTable`. Keyboard: the button of each row in
 * turn; the table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/QuarantineTable',
  component: QuarantineTable,
  args: { rows: quarantined, onRetry: fn() },
} satisfies Meta<typeof QuarantineTable>

export default meta
type Story = StoryObj<typeof meta>

export const TwoRecords: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: `Fetch again: ${quarantined[0]!.reason}` }))
    await expect(args.onRetry).toHaveBeenCalledWith(quarantined[0])
  },
}
export const Fetching: Story = { args: { busyId: quarantined[1]!.id } }
