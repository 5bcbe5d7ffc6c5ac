import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LogViewer } from '#web/components/admin/LogViewer.tsx'

const lines = [
  'S: 220 smtp.example.org ESMTP',
  'C: EHLO paperdawn.example.org',
  'S: 250-smtp.example.org',
  'S: 250 AUTH PLAIN LOGIN',
  'C: AUTH PLAIN …',
]

/**
 * For the log of one run. Not for the deeds of admins: take `AuditTable`. Keyboard: the log is a Tab stop and scrolls with
 * the arrow keys.
 */
const meta = {
  title: 'Admin/LogViewer',
  component: LogViewer,
  args: { label: 'What was said', lines, isError: (line) => /^S: [45]/.test(line) },
} satisfies Meta<typeof LogViewer>

export default meta
type Story = StoryObj<typeof meta>

export const Lines: Story = {}
export const Empty: Story = { args: { lines: [] } }
export const ErrorLines: Story = {
  args: { lines: [...lines, 'S: 535 5.7.8 Not accepted', 'S: 221 Bye'] },
  async play({ canvas }) {
    await expect(canvas.getByText(/1 failure marked/)).toBeVisible()
    await expect(canvas.getByRole('strong')).toHaveTextContent('! S: 535 5.7.8 Not accepted')
    await expect(canvas.getByLabelText('What was said')).toHaveTextContent(
      /^S: 220 smtp.example.org ESMTP C: EHLO .* C: AUTH PLAIN … ! S: 535 5.7.8 Not accepted S: 221 Bye$/,
    )
  },
}
export const TenThousandLines: Story = {
  args: { lines: Array.from({ length: 10_000 }, (_, index) => `S: 250 line ${index + 1}`) },
}

export const Live: Story = {
  args: { label: 'Log of the run', lines: ['06:10:00  Running: 1 of 20 feeds'], live: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('log', { name: 'Log of the run' })).toBeVisible()
  },
}
