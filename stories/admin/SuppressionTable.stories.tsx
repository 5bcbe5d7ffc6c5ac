import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { SuppressionTable } from '#web/components/admin/SuppressionTable.tsx'
import { longSuppression, suppressions } from '../config/adminSamples.ts'

/**
 * For addresses that get no mail. Not for single mails: take `OutboxTable`. Keyboard: the button of each row in turn; the
 * table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/SuppressionTable',
  component: SuppressionTable,
  args: { rows: suppressions, onRelease: fn() },
} satisfies Meta<typeof SuppressionTable>

export default meta
type Story = StoryObj<typeof meta>

export const EveryCause: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Release second@example.org' }))
    await expect(args.onRelease).toHaveBeenCalledWith(suppressions[1])
  },
}
export const LongAddress: Story = {
  args: { rows: [longSuppression, ...suppressions] },
  async play({ canvas }) {
    await expect(canvas.getByRole('rowheader', { name: longSuppression.id })).toHaveStyle({ overflowWrap: 'anywhere' })
  },
}
export const Releasing: Story = { args: { busyId: 'second@example.org' } }
