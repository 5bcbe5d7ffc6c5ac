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

const PAUSE_ENDS = ['2020-01-01T00:00:00.000Z', '2126-01-01T00:00:00.000Z']

export const EveryState: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText(/^next try/)).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: /^Send now to reader@example.org/ })).toHaveLength(1)
    // Failed, perhaps sent and held back.
    await expect(canvas.getAllByRole('button', { name: /^Send again/ })).toHaveLength(3)
    await userEvent.click(canvas.getByRole('button', { name: /^Send again to second@example.org/ }))
    await expect(args.onResend).toHaveBeenCalledWith(outbox[4])
  },
}
/** The time of the one has passed, so the next run sends it; that of the other lies ahead. */
export const NextTry: Story = {
  args: {
    rows: outbox.slice(4, 5).flatMap((mail) => PAUSE_ENDS.map((retry_at) => ({ ...mail, id: retry_at, retry_at }))),
  },
  async play({ canvas }) {
    await expect(canvas.getByText('next try with the next run')).toBeVisible()
    await expect(canvas.getAllByText(/^next try/)).toHaveLength(2)
    await expect(canvas.getAllByText('Failed for now')).toHaveLength(2)
  },
}
export const Resending: Story = { args: { busyId: 'mail-5' } }
export const Empty: Story = { args: { rows: [] } }
