import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { AuditTable } from '#web/components/admin/AuditTable.tsx'
import { auditRows } from '../config/auditSamples.ts'

/**
 * For the audit log. Deeds first: calls that only read are left out unless the admin asks for them. Not for the log of one
 * run: take `LogViewer`.
 */
const meta = {
  title: 'Admin/AuditTable',
  component: AuditTable,
  args: { rows: auditRows },
} satisfies Meta<typeof AuditTable>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = {
  async play({ canvas }) {
    const outcomes = canvas
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent)
    await expect(outcomes).toEqual([
      'done (200), 1,240 times',
      'done (202)',
      'changed',
      'done (200)',
      'refused (403)',
      'failed (503)',
    ])
  },
}
export const Empty: Story = { args: { rows: [] } }
export const Many: Story = {
  args: {
    rows: Array.from({ length: 50 }, (_, at) => ({ ...auditRows[at % auditRows.length]!, id: `audit-${at}` })),
  },
}
