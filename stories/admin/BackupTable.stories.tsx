import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { BackupTable } from '#web/components/admin/BackupTable.tsx'
import { backupRows } from '../config/backupSamples.ts'

/**
 * For the archives of the library. Not for runs: take `JobTable`. Keyboard: nothing in it has a focus; the table scrolls with
 * the arrow keys.
 */
const meta = {
  title: 'Admin/BackupTable',
  component: BackupTable,
  args: { rows: backupRows },
} satisfies Meta<typeof BackupTable>

export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {
  async play({ canvas }) {
    for (const word of ['Being made', 'Made', 'Verified', 'Failed', 'Cannot be restored'])
      await expect(canvas.getAllByText(word).length).toBeGreaterThan(0)
    await expect(canvas.getByText(/has 120 MB free, and a backup needs 695 MB/)).toBeVisible()
  },
}
export const One: Story = { args: { rows: backupRows.slice(1, 2) } }
export const LongPath: Story = {
  args: {
    rows: backupRows
      .slice(1, 2)
      .map((row) => ({ ...row, path: `/srv${'/a-long-name'.repeat(20)}`, host: 'h'.repeat(60) })),
  },
}
