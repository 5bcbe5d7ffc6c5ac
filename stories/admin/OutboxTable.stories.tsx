import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { OutboxTable } from '#web/components/admin/OutboxTable.tsx'
import { outbox } from '../config/samples.ts'

/**
 * For the delivery of each mail. Not for addresses that get none: take `SuppressionTable`. Keyboard: the button of each
 * row in turn; the table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/OutboxTable',
  component: OutboxTable,
  args: { rows: outbox, onResend: fn() },
} satisfies Meta<typeof OutboxTable>

export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText(/^next try/)).toBeVisible()
    // Failed, perhaps sent and held back.
    await expect(canvas.getAllByRole('button', { name: /^Send again/ })).toHaveLength(3)
    await userEvent.click(canvas.getByRole('button', { name: /^Send again to second@example.org/ }))
    await expect(args.onResend).toHaveBeenCalledWith(outbox[4])
  },
}
export const Resending: Story = { args: { busyId: 'mail-5' } }
export const Empty: Story = { args: { rows: [] } }
